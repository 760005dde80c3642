"""Numbers in words: digits only as far as the standard error carries them."""

from __future__ import annotations

import math

#: A 95 % interval is this many standard errors to each side.
_HALF_WIDTH = 1.959963984540054
_MOST_DECIMALS = 6


def decimals(standard_error: float, most: int = _MOST_DECIMALS) -> int:
    """Return the number of decimals that a standard error carries: the place of its first digit.

    Parameters
    ----------
    standard_error : float
        In the unit that is printed; not finite or 0 gives 0 decimals.
    most : int
        Upper limit.

    Examples
    --------
    >>> decimals(0.16), decimals(1.5), decimals(0.004)
    (1, 0, 3)
    """
    if not math.isfinite(standard_error) or standard_error <= 0:
        return 0
    return max(0, min(most, -math.floor(math.log10(standard_error))))


def _share_decimals(estimate: float, low: float, high: float) -> int:
    places = decimals((high - low) * 100 / 2 / _HALF_WIDTH)
    # A share that occurred is never printed as 0 %, one that was missed never as 100 %.
    while places < _MOST_DECIMALS and any(
        round(value * 100, places) in (0, 100) and value not in (0, 1) for value in (estimate, high)
    ):
        places += 1
    return places


def share(estimate: float, low: float, high: float) -> str:
    """Return a share of 0 to 1 in per cent, with the digits its interval carries.

    Examples
    --------
    >>> share(0.41287, 0.4098, 0.4160)
    '41.3 %'
    >>> share(float("nan"), 0, 1)
    'unknown'
    """
    if not math.isfinite(estimate):
        return "unknown"
    return f"{_per_cent(estimate, _share_decimals(estimate, low, high))} %"


def _per_cent(value: float, places: int) -> str:
    return f"{100 * value:.{places if value not in (0, 1) else 0}f}"


def interval(estimate: float, low: float, high: float) -> str:
    """Return the interval of a share in per cent: ``'41.0 to 41.6 %'``."""
    if not math.isfinite(estimate):
        return "0 to 100 %"
    places = _share_decimals(estimate, low, high)
    return f"{_per_cent(low, places)} to {_per_cent(high, places)} %"


def share_with_interval(estimate: float, low: float, high: float) -> str:
    """Return ``'41.3 % (41.0 to 41.6 %)'``.

    Examples
    --------
    >>> share_with_interval(0.41287, 0.4098, 0.4160)
    '41.3 % (41.0 to 41.6 %)'
    """
    return f"{share(estimate, low, high)} ({interval(estimate, low, high)})"


def number(value: float, standard_error: float = math.nan) -> str:
    """Return a number with the digits its standard error carries, thousands separated.

    Examples
    --------
    >>> number(12.34567, 0.05), number(1234567.0)
    ('12.35', '1,234,567')
    """
    if not math.isfinite(value):
        return "unknown"
    text = f"{value:,.{decimals(standard_error)}f}"
    return text.removeprefix("-") if not any(digit in text for digit in "123456789") else text


def money(dollars: float, standard_error: float = math.nan) -> str:
    """Return dollars: ``'$1,234'``, ``'-$5'``.

    Examples
    --------
    >>> money(1234), money(-5.2, 0.3)
    ('$1,234', '-$5.2')
    """
    text = number(dollars, standard_error)
    if text == "unknown":
        return text
    return f"-${text[1:]}" if text.startswith("-") else f"${text}"


def quantity(value: float, unit: str, standard_error: float = math.nan) -> str:
    """Return a number with its unit, money as money."""
    if unit in ("dollars", "$"):
        return money(value, standard_error)
    return f"{number(value, standard_error)} {unit}".rstrip()


def span(low: float, high: float, unit: str) -> str:
    """Return two ends with their unit: ``'12 to 19 rounds'``, ``'-$58 to -$28'``."""
    first = money(low) if unit in ("dollars", "$") else number(low)
    return f"{first} to {quantity(high, unit)}"


def amount(value: float, standard_error: float, most: int) -> str:
    """Return a number with at most ``most`` decimals; one too small to show is named, not rounded away.

    Examples
    --------
    >>> amount(3.14159, 0.0001, 2), amount(0.0007, 0.0001, 2)
    ('3.14', 'under 0.01')
    """
    places = decimals(standard_error, most)
    smallest = 10.0**-places
    if 0 < value < smallest / 2:
        return f"under {smallest:.{places}f}"
    return f"{value:,.{places}f}"


def part(share_of_whole: float) -> str:
    """Return a part of a whole in whole per cent: ``'37 %'``, ``'under 1 %'``.

    Examples
    --------
    >>> part(0.372), part(0.001), part(0)
    ('37 %', 'under 1 %', '0 %')
    """
    return "under 1 %" if 0 < share_of_whole < 0.005 else f"{100 * share_of_whole:.0f} %"


def count(n: int, one: str, many: str | None = None) -> str:
    """Return a count with its noun: ``'1 game'``, ``'12,000 games'``.

    Examples
    --------
    >>> count(1, "game"), count(12000, "game"), count(2, "policy", "policies")
    ('1 game', '12,000 games', '2 policies')
    """
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def duration(seconds: float) -> str:
    """Return a time as a person would say it.

    Examples
    --------
    >>> duration(0.31), duration(41.2), duration(200), duration(7300)
    ('0.3 s', '41 s', '3 min 20 s', '2 h 2 min')
    """
    if not math.isfinite(seconds):
        return "unknown"
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        minutes, rest = divmod(whole, 60)
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, rest = divmod(round(whole / 60), 60)
    return f"{hours} h {rest} min" if rest else f"{hours} h"


def rate(per_second: float) -> str:
    """Return games a second with three digits: ``'23,400 games/s'``."""
    if not math.isfinite(per_second) or per_second <= 0:
        return "- games/s"
    places = 2 - math.floor(math.log10(per_second))
    return f"{round(per_second, places):,.{max(0, places)}f} games/s"


def size(amount: float) -> str:
    """Return a number of bytes: ``'2.3 MB'``."""
    for unit in ("B", "kB", "MB", "GB", "TB"):
        if amount < 1000 or unit == "TB":
            return f"{amount:.0f} {unit}" if unit == "B" or amount >= 100 else f"{amount:.1f} {unit}"
        amount /= 1000
    raise AssertionError


def listing(words: list[str], joiner: str = "and") -> str:
    """Return ``'a, b and c'``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joiner} {words[-1]}"


def scenario(word: str, name: str) -> str:
    """Return a scenario with what scenarios are called, once: ``'year 1924'``, ``'module-1'``.

    Examples
    --------
    >>> scenario("year", "1924"), scenario("module", "module-1")
    ('year 1924', 'module-1')
    """
    return name if name.startswith(word) else f"{word} {name}"
