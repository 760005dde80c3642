"""What `campaign` prints: the sentences that answer, then the tables they rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.statements import scenario_label
from reports import campaigning, comparing, words
from reports.cli import output

if TYPE_CHECKING:
    from analysis.campaign import CampaignResult, Career, ForcedOrder, YearRecord
    from analysis.proportions import Estimate

#: Assumptions that are shown, those with the largest effects.
SHOWN_DOUBTS = 8


def show_campaign(result: CampaignResult) -> None:
    """Print what is claimed, then survival, causes, money, holdings and purchase orders."""
    career = result.careers[result.main]
    output.heading(f"{result.game.file.title}: {campaigning.headline(result)}")
    for sentence in filter(None, [*campaigning.sentences(result), campaigning.doubts(result)]):
        output.say(f"  {sentence}")
    _survival(result)
    _about(result, career)
    _years(result, career)
    _alone(result, career)
    for name in career.years[0].held:
        _held(result, career, name)
    _flows(result, career)
    _bought(result)
    _forced(result)
    _doubts(result)
    output.say("")
    confidence = round(100 * result.confidence)
    output.say(
        f"Intervals have {confidence} % confidence, each by itself; those of comparisons, of one club's orders and of"
        " first choices, and of assumptions moved, hold together (Bonferroni)."
    )


def _label(result: CampaignResult, year: YearRecord) -> str:
    return scenario_label(result.game, year.scenario)


def _survival(result: CampaignResult) -> None:
    """Print the share of clubs alive after each year, a column a combination."""
    output.say("")
    keys = [career.key for career in result.ranked]
    rows = [
        [_label(result, year), *(campaigning.rate(result.careers[key].years[row].survival) for key in keys)]
        for row, year in enumerate(result.careers[keys[0]].years)
    ]
    lived = [result.careers[key].lived for key in keys]
    total = [f"{result.game.file.scenario_word}s survived", *(_mean(found) for found in lived)]
    columns = ["alive after", *(campaigning.combination(result, key) for key in keys)]
    output.table(columns, rows, right=range(1, len(columns)), total=total)


def _mean(found: Estimate) -> str:
    if not found.known:
        return "-"
    low, high = (words.number(end, found.standard_error) for end in (found.low, found.high))
    return f"{words.number(found.estimate, found.standard_error)} ({low} to {high})"


def _about(result: CampaignResult, career: Career) -> None:
    if len(result.careers) > 1:
        output.say("")
        output.say(
            f"From here on the campaigns of ‘{career.policy}’ and ‘{career.club}’; --json has all, and --club NAME"
            " another."
        )


def _years(result: CampaignResult, career: Career) -> None:
    """Print for each year who came to it, who ended in it and why, and the money carried on."""
    output.say("")
    rows = []
    for year in career.years:
        died = year.reached - year.alive
        causes: dict[str, int] = {}
        for death in year.deaths:
            causes[death.outcome] = causes.get(death.outcome, 0) + death.count
        why = ", ".join(f"{name} {words.part(count / died)}" for name, count in causes.items())
        money = year.money
        q = money.quantiles
        rows.append(
            [
                _label(result, year),
                f"{year.reached:,}",
                f"{died:,}",
                campaigning.rate(year.hazard) if year.reached else "-",
                f"{words.money(q[0.5])} ({words.money(q[0.05])} to {words.money(q[0.95])})" if q else "-",
                words.money(money.mean.estimate, money.mean.standard_error) if q else "-",
                campaigning.short(year.sellers) if year.reached else "-",
                why,
            ]
        )
    columns = [result.game.file.scenario_word, "came", "ended", "of those who came", "carried on, median (90 %)"]
    columns += ["mean", "sold", "as the club closed"]
    output.table(columns, rows, right=range(1, 7))


def _alone(result: CampaignResult, career: Career) -> None:
    """Print each year inside the campaign beside the same year as a single session."""
    if not any(year.alone for year in career.years):
        return
    output.say("")
    rows = []
    for year in career.years:
        if year.alone is None or not year.reached:
            rows.append([_label(result, year), "-", "-", "-", ""])
            continue
        found = year.alone.effect
        correlation = "" if found.correlation != found.correlation else f"{found.correlation:.2f}"
        rows.append(
            [
                _label(result, year),
                campaigning.rate(year.goal),
                campaigning.rate(year.alone.rate),
                comparing.difference(found.difference, "share"),
                correlation,
            ]
        )
    columns = [result.game.file.scenario_word, "goal in the coffers, in the campaign", "alone", "difference"]
    output.table([*columns, "correlation"], rows, right=range(1, 5))
    output.say("(of the clubs that came to it; alone: the same streams of chance as a single session)")


def _held(result: CampaignResult, career: Career, name: str) -> None:
    """Print the share of clubs that hold each thing, a column a year."""
    things = [
        thing for thing in career.years[0].held[name] if any(y.held[name][thing].estimate > 0 for y in career.years)
    ]
    if not things:
        return
    output.say("")
    rows = [[thing, *(_part(year.held[name][thing]) for year in career.years)] for thing in things]
    heading = f"{name}, % of clubs alive after" if name == "upgrades" else f"{name}, % of clubs in"
    columns = [heading, *(_label(result, year) for year in career.years)]
    output.table(columns, rows, right=range(1, len(columns)))


def _part(found: Estimate) -> str:
    if not found.known:
        return "-"
    return words.part(found.estimate).removesuffix(" %") if found.estimate else "."


def _flows(result: CampaignResult, career: Career) -> None:
    """Print where money came from and went, mean dollars of a club in each year it came to."""
    columns, rows = campaigning.money_rows(result, career)
    if not rows:
        return
    output.say("")
    output.table(columns, rows, right=range(1, len(columns)))
    output.say(f"({campaigning.money_note(career)})")


def _bought(result: CampaignResult) -> None:
    """Print the orders in which the clubs of all combinations bought, and how many survived: an association."""
    found = campaigning.bought(result)
    career = result.careers[result.main]
    if not found or career.orders is None:
        return
    output.say("")
    rows = [
        [
            ", ".join(thing or "nothing" for thing in order.things),
            name,
            f"{order.clubs:,}",
            campaigning.rate(order.survived),
        ]
        for name, order in found
    ]
    columns = [f"bought in {words.listing(list(career.orders.scenarios))}", "by", "clubs", "survive to the end"]
    output.table(columns, rows, right=(2, 3))
    output.say(f"({campaigning.bought_note(result)})")


def _forced(result: CampaignResult) -> None:
    """Print what fixing the first purchases does."""
    forced = result.forced
    if forced is None:
        return
    first, last = forced.scenarios[0], forced.scenarios[-1]
    output.say("")
    _orders(result, forced.firsts, f"first purchase fixed, in {first}", forced.club)
    output.say(f"({forced.searched:,} campaigns of each, paired with the club's own choice on the same seeds)")
    if not forced.finalists:
        return
    output.say("")
    _orders(result, forced.finalists, f"purchases fixed, {first} to {last}", forced.club)
    output.say(
        f"({forced.confirmed:,} campaigns of each, none of those in which {forced.tried} orders were tried; with its"
        f" own choice {campaigning.rate(forced.own)} survive)"
    )
    names = ["own choice" if place < 0 else str(place + 1) for group in forced.groups for place in group]
    if len(forced.groups) < len(names):
        ranks = [" = ".join("own choice" if p < 0 else str(p + 1) for p in group) for group in forced.groups]
        output.say(f"Longest lived first: {' > '.join(ranks)}  (= cannot be told apart)")


def _orders(result: CampaignResult, orders: tuple[ForcedOrder, ...], title: str, club: str) -> None:
    rows = [
        [
            campaigning.order_words(result, order.values),
            campaigning.rate(order.survived),
            words.number(order.lived.estimate, order.lived.standard_error),
            campaigning.short(order.bought),
            campaigning.points(order.effect.difference),
        ]
        for order in orders
    ]
    columns = [title, "survive to the end", f"{result.game.file.scenario_word}s", "bought in time"]
    output.table([*columns, f"against the own choice of {club}"], rows, right=range(1, 5))


def _doubts(result: CampaignResult) -> None:
    """Print the assumptions that shift the main combination most."""
    found = result.doubts
    if found is None or not found.moved:
        return
    output.say("")
    rows = [
        [campaigning.doubt_words(d), campaigning.rate(d.survived), campaigning.points(d.effect.difference)]
        for d in found.moved[:SHOWN_DOUBTS]
    ]
    output.table(["an assumption moved", "survive to the end", "against its default"], rows, right=(1, 2))
    output.say(
        f"({found.assumptions} values no rulebook prints, {len(found.moved)} moves, {found.campaigns:,} campaigns of"
        " each on the same seeds; the largest effects)"
    )
