"""A study of the assumptions in words: what stands, what breaks it, which assumptions matter, how sharp that is."""

from __future__ import annotations

from analysis.calibration import Belief, Calibration, Usual
from analysis.quantiles import normal_quantile
from analysis.sensitivity import Swing
from analysis.sobol_indices import OTHERS, Index
from analysis.space import LUCK
from analysis.statements import ROBUST, Statement, scenario_label
from analysis.study_result import Study
from analysis.survival import Split
from reports import words
from reports.cli import output
from reports.figures.tornado import shown_side, shown_value
from reports.study_words import Speech, speech_of

#: Assumptions shown in a table; --json has all.
MOST = 12


def show_study(study: Study) -> None:
    """Print a study."""
    output.heading(f"{study.game.file.title}: do the conclusions survive the assumptions?")
    output.say(_answer(study))
    output.say("")
    _show_statements(study)
    output.say("")
    _show_alone(study)
    output.say("")
    _show_screening(study)
    output.say("")
    _show_variance(study)
    output.say("")
    _show_scenarios(study)
    if study.seats:
        output.say("")
        _show_balance(study)
    if study.calibration is not None:
        output.say("")
        _show_beliefs(study, study.calibration)
    output.say("")
    _show_precision(study)


def _answer(study: Study) -> str:
    """Return how many conclusions stand."""
    asked = [s for s in study.statements if s.survival is not None]
    if not asked:
        return "Nothing is claimed about these games, so no assumption can overturn it."
    fragile = study.fragile
    standing = len(asked) - len(fragile)
    what = words.count(len(asked), "statement")
    sets = words.count(len(study.draws), "sampled set")
    if not fragile:
        return f"Yes: all {what} about ‘{study.policy}’ hold in at least {100 * ROBUST:.0f} % of {sets} of assumptions."
    return (
        f"{standing} of {what} about ‘{study.policy}’ hold in at least {100 * ROBUST:.0f} % of {sets} of assumptions;"
        f" {len(fragile)} {'depends' if len(fragile) == 1 else 'depend'} on what is assumed."
    )


# --- the statements --------------------------------------------------------------------------------------------------


def _show_statements(study: Study) -> None:
    rows = [_statement_row(study, statement) for statement in study.statements]
    columns = ["we say", "holds in", "share of sets", "opposite shown", "so it", "what breaks it"]
    output.table(columns, rows, right=(1, 2, 3))


def _statement_row(study: Study, statement: Statement) -> list[str]:
    text = f"{statement.text[:1].upper()}{statement.text[1:]}"
    found = statement.survival
    if found is None:
        return [text, "not asked"]
    share = found.share
    return [
        text,
        f"{found.held} of {found.of}",
        words.share_with_interval(share.estimate, share.low, share.high),
        str(found.contradicted) if found.contradicted else "never",
        found.mark or "stands",
        breaks(statement, study.splits.get(statement.id), study.confidence),
    ]


def breaks(statement: Statement, split: Split | None, confidence: float) -> str:
    """Return what goes with a statement's failing, and which single changes overturn it."""
    said = []
    if split is not None and statement.survival is not None and not statement.survival.robust:
        doubt = "" if split.shown(confidence) else " (could be chance)"
        here, there = f"{split.held} of {split.of}", f"{split.other_held} of {split.other_of}"
        said.append(f"{split.parameter} {shown_side(split.values)}: holds in {here}, else in {there}{doubt}")
    if statement.broken_by:
        alone = ", ".join(f"{name} = {shown_value(value)}" for name, value in statement.broken_by)
        said.append(f"shown false by one alone: {alone}")
    return "; ".join(said)


# --- the assumptions -------------------------------------------------------------------------------------------------


def _mean(study: Study) -> str:
    """Return what the result is that assumptions change."""
    count, what = len(study.scenarios), speech_of(study).what
    if study.game.file.competitive:
        where = scenario_label(study.game, study.scenarios[0])
        return f"the {what}{f' in {where}' if count == 1 else f', mean of {words.count(count, _word(study))}'}"
    if count == 1:
        return f"the {what} of {scenario_label(study.game, study.scenarios[0])}"
    return f"the mean {what} of {words.count(count, _word(study))}"


def _word(study: Study) -> str:
    return study.game.file.scenario_word


def _show_alone(study: Study) -> None:
    speech = speech_of(study)
    output.say(
        f"One at a time: change of {_mean(study)} in {speech.unit}, {study.plan.alone:,} games each, shared games"
    )
    ranking = study.ranking()
    shown = [entry for entry in ranking[:MOST] if entry[0] != LUCK] + [e for e in ranking if e[0] == LUCK]
    defaults = {parameter.name: shown_value(parameter.default) for parameter in study.parameters}
    rows = []
    for name, swings in shown:
        for number, swing in enumerate(swings):
            first = number == 0
            label = "luck (the dummy)" if name == LUCK else name
            rows.append([label if first else "", defaults.get(name, "") if first else "", *_swing(swing, speech)])
    output.table(["assumption", "is", "if it were", "change"], rows, right=(3,))
    still = sum(all(s.overall.low <= 0 <= s.overall.high for s in swings) for name, swings in ranking if name != LUCK)
    output.say(f"Of {len(study.parameters)} assumptions {still} are not shown to change it when moved alone.")


def _swing(swing: Swing, speech: Speech) -> list[str]:
    effect, scale = swing.overall, speech.scale
    low, middle, high = (
        signed(scale * v, scale * effect.standard_error) for v in (effect.low, effect.estimate, effect.high)
    )
    return [shown_value(swing.value), f"{middle} ({low} to {high})"]


def signed(value: float, standard_error: float) -> str:
    """Return a number with its sign and the digits its standard error carries."""
    text = f"{value:+.{words.decimals(standard_error)}f}"
    return "0" + text[2:] if not any(digit in text for digit in "123456789") else text.replace("-", "−")


def _show_screening(study: Study) -> None:
    found, speech = study.screening, speech_of(study)
    scale = speech.scale
    floor = scale * found.floor
    output.say(
        f"Screening (Morris, {found.trajectories} trajectories): change in {speech.unit} when an assumption moves by"
        " half its range somewhere in the space"
    )
    rows = []
    luck = [row for row in found.overall if row.name == LUCK]
    for row in [*found.above[:MOST], *luck]:
        error = scale * row.half_width / normal_quantile(study.confidence)
        size = words.number(scale * row.mean_size, error)
        ends = words.number(scale * row.half_width, error)
        label = "luck (the dummy)" if row.name == LUCK else row.name
        rows.append(
            [label, f"{size} ± {ends}", signed(scale * row.mean, error), words.number(scale * row.sigma, error)]
        )
    output.table(["assumption", "mean size", "mean", "spread"], rows, right=(1, 2, 3))
    left = len(study.parameters) - len(found.above)
    more = f" {len(found.above) - MOST} more do more than luck, see --json." if len(found.above) > MOST else ""
    output.say(f"{left} of {len(study.parameters)} cannot be told from luck (up to {floor:.1f} {speech.unit}).{more}")


def _show_variance(study: Study) -> None:
    found, speech = study.variance, speech_of(study)
    output.say(
        f"Shares of the variance (Sobol, {found.samples} samples) of {_mean(study)}, which is {speech.mean(found.mean)}"
        f" with a standard deviation of {speech.scale * found.deviation:.1f} {speech.unit} over the sampled sets"
    )
    rows = [[_factor(row), _index(row.first, row.first_half_width), _total(study, row)] for row in found.overall]
    output.table(["assumption", "by itself", "in all"], rows, right=(1, 2))


def _factor(row: Index) -> str:
    return {LUCK: "luck (the dummy)", OTHERS: "all others together"}.get(row.name, row.name)


def _index(value: float, half_width: float) -> str:
    """Return an index with its interval; small and negative ones are noise and about 0."""
    places = max(1, min(2, words.decimals(half_width / normal_quantile(0.95))))
    if round(value, places) <= 0:
        return f"about 0 ± {half_width:.{places}f}"
    return f"{value:.{places}f} ± {half_width:.{places}f}"


def _total(study: Study, row: Index) -> str:
    text = _index(row.total, row.total_half_width)
    return text if row.name == LUCK or row in study.variance.above else f"{text}, not told from luck"


def _show_scenarios(study: Study) -> None:
    """Print between what each scenario's win rate lies, and what decides it."""
    word, speech = study.game.file.scenario_word, speech_of(study)
    rows = []
    for name in study.scenarios:
        low, high = study.spread(name)
        rate = study.ladder[name, study.policy]
        rows.append(
            [scenario_label(study.game, name), speech.estimate(rate), speech.ends(low, high), _strongest(study, name)]
        )
    what = speech.what[:1].upper() + speech.what[1:]
    by = "under" if study.game.file.competitive else "of"
    output.say(f"{what} {by} ‘{study.policy}’, and what moves it (Morris, mean size in {speech.unit})")
    output.table([word, "as assumed", "nine sets in ten", "moved most by"], rows, right=(1, 2))


def _show_balance(study: Study) -> None:
    """Print how often the watched seat wins, and who wins when policies meet, in the printed game."""
    file, rows = study.game.file, []
    pairs = list(dict.fromkeys((one, other) for _, one, other in study.meetings))
    for name, share in study.seats.items():
        equal = 1 / len(study.game.seats_in_play(study.rules[name]))
        met = [study.meetings[name, one, other] for one, other in pairs]
        cells = [words.share(m.estimate + equal, m.low + equal, m.high + equal) for m in met]
        seat = words.share_with_interval(share.estimate, share.low, share.high)
        rows.append([scenario_label(study.game, name), f"{100 * equal:.3g} %", seat, *cells])
    output.say(
        f"Share of the wins as assumed: of the {file.watched} seat if ‘{study.policy}’ plays every seat; and of one"
        " policy alone among others, at every seat in turn"
    )
    columns = [f"one ‘{one}’ among ‘{other}’" for one, other in pairs]
    right = tuple(range(1, 3 + len(pairs)))
    output.table([file.scenario_word, "an equal part", f"the {file.watched} seat", *columns], rows, right=right)


def _strongest(study: Study, scenario: str) -> str:
    above = study.screening.strongest(scenario)
    if not above:
        return "nothing that can be told from luck"
    return ", ".join(f"{row.name} {speech_of(study).size(row.mean_size)}" for row in above[:3])


# --- beliefs ---------------------------------------------------------------------------------------------------------


def _show_beliefs(study: Study, found: Calibration) -> None:
    believed = words.listing([_belief(study, belief) for belief in found.beliefs])
    output.say(f"Believed: {believed}")
    if not found.agreeing:
        output.say(f"None of the {found.sets} sampled sets agrees. {_nearest(study, found)}")
        return
    share = f"{len(found.agreeing)} of {found.sets}"
    if len(found.agreeing) == found.sets:
        output.say(f"All {found.sets} sampled sets agree: this says nothing about the assumptions.")
        return
    shown = found.shown(study.confidence)
    if not shown:
        output.say(
            f"{share} sampled sets agree; no single assumption tells them from the others by more than chance."
            f" {_nearest(study, found)}"
        )
        rows = found.usual[:5]
    else:
        output.say(f"{share} sampled sets agree. Where they differ from the others by more than chance:")
        rows = tuple(shown[:MOST])
    output.table(
        ["assumption", "in agreeing sets", "in all", "agreeing by its value"], [_usual_row(row) for row in rows]
    )


def _belief(study: Study, belief: Belief) -> str:
    """Return what is believed, in words."""
    speech, label = speech_of(study), scenario_label(study.game, belief.scenario)
    value, within = f"{speech.scale * belief.rate:g}", f"(within {speech.scale * belief.tolerance:g} {speech.unit})"
    if not study.game.file.competitive:
        return f"{label} won {value} % {within}"
    return f"{label}, {speech.what}: {value}{' %' if speech.is_share else ''} {within}"


def _nearest(study: Study, found: Calibration) -> str:
    draw = study.draws[found.nearest]
    rates = []
    for belief in found.beliefs:
        rate = draw.rates[belief.scenario, study.policy]
        label = scenario_label(study.game, belief.scenario)
        rates.append(f"{label} {speech_of(study).with_interval(rate)}")
    few = [name for name in study.variance.few if name in draw.values]
    values = ", ".join(f"{name} = {shown_value(draw.values[name])}" for name in few)
    return f"The nearest has {words.listing(rates)}, with {values} (all of it: --json, set {found.nearest})."


def _usual_row(row: Usual) -> list[str]:
    if row.agreeing_share == row.agreeing_share:
        inside = f"{shown_value(row.agreeing)} in {words.part(row.agreeing_share)}"
        whole = f"{shown_value(row.agreeing)} in {words.part(row.all_share)}"
    else:
        inside, whole = f"mean {row.agreeing:.1f}", f"mean {row.all:.1f}"
    split = row.split
    said = ""
    if split is not None:
        said = f"{shown_side(split.values)}: {split.held} of {split.of}; else {split.other_held} of {split.other_of}"
    return [row.parameter, inside, whole, said]


# --- precision -------------------------------------------------------------------------------------------------------


def _show_precision(study: Study) -> None:
    found, plan = study.precision(), study.plan
    confidence, speech = f"{100 * study.confidence:g} %", speech_of(study)
    scale, unit = speech.scale, speech.unit
    one = f"the {speech.what}" if study.game.file.competitive else "a win rate"
    output.say(
        f"Precision: {one} of one set has a standard error of at most {scale * found.win_rate:.1f} {unit}"
        f" ({plan.judged:,} games), {_mean(study)} {scale * found.mean_win_rate:.1f}; half-widths at {confidence}:"
        f" a share of sets at most {100 * found.survival:.0f} points, a mean size {scale * found.screening:.1f} {unit},"
        f" an index by itself {found.first:.2f}, in all {found.total:.2f}."
    )
    sources = words.listing([f"‘{name}’" for name in study.sources], "or")
    righted = sum(study.put_right.values())
    note = (
        f" {words.count(righted, 'set')} of the designs contradicted {'itself' if righted == 1 else 'themselves'}:"
        " one value was moved towards its default as far as needed."
        if righted
        else ""
    )
    output.say(
        f"Moved were {len(study.parameters)} values that are {sources}; what a {study.game.file.scenario_word} prints"
        f" is not moved.{note} Sets: scrambled Sobol sequence; intervals of shares: Wilson; of indices: bootstrap."
    )
