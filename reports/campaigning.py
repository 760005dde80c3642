"""Campaigns in words: how long the club lasts, what ends it, what to buy first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.campaign_bought import LEAST_CLUBS
from analysis.statements import scenario_label
from reports import comparing, words

if TYPE_CHECKING:
    from analysis.campaign import CampaignResult, Career, ForcedOrder, YearRecord
    from analysis.campaign_bought import BoughtOrder
    from analysis.campaign_doubts import Doubt
    from analysis.proportions import Estimate

#: Names of small numbers.
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def rate(found: Estimate) -> str:
    """Return a share with its interval: ``'41.3 % (41.0 to 41.6 %)'``."""
    return words.share_with_interval(found.estimate, found.low, found.high)


def short(found: Estimate) -> str:
    """Return a share without its interval."""
    return words.share(found.estimate, found.low, found.high)


def points(found: Estimate) -> str:
    """Return a difference of shares in percentage points, with its interval."""
    return comparing.difference(found, "share")


def all_scenarios(result: CampaignResult) -> str:
    """Return ``'all ten years'``."""
    count, word = len(result.scenarios), result.game.file.scenario_word
    return f"all {_NUMBERS[count] if count < len(_NUMBERS) else count} {word}s"


def combination(result: CampaignResult, key: tuple[str, str]) -> str:
    """Return what tells a combination from the others: its campaign policy, its year policy, or both."""
    policy, club = key
    if len(result.policies) == 1:
        return club
    return policy if len(result.clubs) == 1 else f"{policy}, {club}"


def who(result: CampaignResult, career: Career) -> str:
    """Return ``'A team that plays ‘rulebook’ and runs the club as ‘growth’'``."""
    campaign = result.game.file.campaign
    assert campaign is not None
    team = "team" if result.game.file.team else "player"
    return f"A {team} that plays ‘{career.policy}’ and runs the {campaign.seat} as ‘{career.club}’"


def headline(result: CampaignResult) -> str:
    """Return the sentence that answers: how many campaigns of the main combination survive, and what ends most."""
    career = result.careers[result.main]
    text = f"{who(result, career)} survives {all_scenarios(result)} in {rate(career.survived)} of its campaigns"
    return f"{text}; {killer(result, career)}."


def killer(result: CampaignResult, career: Career) -> str:
    """Return which scenario ends most campaigns, and how sure that is."""
    if not career.deadliest:
        return f"no {result.game.file.scenario_word} ends any"
    first, *tied = (scenario_label(result.game, name) for name in career.deadliest)
    ended = career.year(career.deadliest[0]).ended
    text = f"{first} is the {result.game.file.scenario_word} that ends most ({short(ended)} of all campaigns)"
    return f"{text}, but {words.listing(tied)} cannot be told apart from it" if tied else text


def sentences(result: CampaignResult) -> list[str]:
    """Return what is claimed besides the headline; what it rests on is said by `doubts`."""
    career = result.careers[result.main]
    found = [_length(result, career), _causes(result, career), _others(result), _risk(result, career)]
    found += [_alone(result, career), first_choices(result), best_orders(result)]
    return [text for text in found if text]


def _length(result: CampaignResult, career: Career) -> str:
    lived = career.lived
    mean = words.number(lived.estimate, lived.standard_error)
    return f"Such a club survives {mean} {result.game.file.scenario_word}s on average."


def causes(career: Career) -> dict[tuple[str, str], int]:
    """Return how often each cause ended a campaign, the most frequent first."""
    found: dict[tuple[str, str], int] = {}
    for year in career.years:
        for death in year.deaths:
            key = (death.ending, death.outcome)
            found[key] = found.get(key, 0) + death.count
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def cause(result: CampaignResult, outcome: str) -> str:
    """Return an outcome in the words of the game."""
    return next((entry.words for entry in result.game.file.outcomes if entry.name == outcome), outcome)


def _causes(result: CampaignResult, career: Career) -> str:
    """Return which causes end campaigns."""
    found = causes(career)
    total = sum(found.values())
    if not total:
        return ""
    by_outcome: dict[str, int] = {}
    for (_, outcome), count in found.items():
        by_outcome[outcome] = by_outcome.get(outcome, 0) + count
    said = [f"{cause(result, name)} ({words.part(count / total)})" for name, count in by_outcome.items()]
    return f"Why its campaigns end: {'; '.join(said)}."


def _others(result: CampaignResult) -> str:
    """Return how the combinations rank, ties called ties."""
    if len(result.careers) < 2:
        return ""
    best = result.ranked[0]
    first = [combination(result, key) for key in result.groups[0]]
    tie = (
        f" ({words.listing(['‘' + name + '’' for name in first[1:]])} cannot be told apart from it)"
        if first[1:]
        else ""
    )
    text = f"‘{first[0]}’ lives longest{tie}: {short(best.survived)} survive {all_scenarios(result)}"
    rest = []
    for group in result.groups[1:]:
        for key in group:
            found = result.pairs[best.key, key].difference
            rest.append(
                f"‘{combination(result, key)}’ {short(result.careers[key].survived)}, {points(_reverse(found))}"
            )
    return f"{text}{'; ' if rest else ''}{'; '.join(rest)}."


def _reverse(found: Estimate) -> Estimate:
    from dataclasses import replace

    return replace(found, estimate=-found.estimate, low=-found.high, high=-found.low)


def riskiest(career: Career) -> YearRecord:
    """Return the year that ends the largest share of the clubs that come to it."""
    return max(career.years, key=lambda year: year.hazard.estimate if year.hazard.known else -1.0)


def _risk(result: CampaignResult, career: Career) -> str:
    year = riskiest(career)
    if not year.reached - year.alive:
        return ""
    label = scenario_label(result.game, year.scenario)
    return f"The risk is highest in {label}: {rate(year.hazard)} of the clubs that come to it do not come out of it."


def _alone(result: CampaignResult, career: Career) -> str:
    """Return where a year inside the campaign is easier or harder than the same year as a single session."""
    years = [year for year in career.years if year.alone and year.alone.effect.difference.known]
    harder = [year for year in years if year.alone and year.alone.effect.difference.high < 0]
    easier = [year for year in years if year.alone and year.alone.effect.difference.low > 0]
    parts = []
    for found, word in ((harder, "less often"), (easier, "more often")):
        if found:
            listed = [f"{scenario_label(result.game, y.scenario)} ({_change(y)})" for y in found]
            parts.append(f"{word} in {words.listing(listed)}")
    if not parts:
        return ""
    return f"Inside the campaign the goal is in the coffers at closing {', and '.join(parts)} than in the year alone."


def _change(year: YearRecord) -> str:
    assert year.alone is not None
    found = year.alone.effect.difference
    return comparing.signed(found.estimate, "share", found.standard_error)


# --- money -----------------------------------------------------------------------------------------------------------


def money_rows(result: CampaignResult, career: Career) -> tuple[list[str], list[list[str]]]:
    """Return headings and rows of where money came from and went: means of a club in each year, and of a campaign."""
    campaign = result.game.file.campaign
    assert campaign is not None
    declared = {column.name: column for column in [*result.game.file.columns, *campaign.columns]}
    names = [name for name in career.years[0].flows if any(year.flows[name].total for year in career.years)]
    rows = []
    for name in sorted(names, key=lambda name: declared[name].direction != "in"):
        side = declared[name].direction
        total = career.ledger[side].get(name)
        whole = "" if total is None else words.amount(total / career.campaigns, 0.1, 1)
        sign = "+" if side == "in" else "-"
        rows.append([f"{sign} {declared[name].label}", *(_flow(year, name) for year in career.years), whole])
    unit = declared[names[0]].unit if names else ""
    years = [scenario_label(result.game, year.scenario) for year in career.years]
    return [f"mean {unit} of a club that came", *years, "whole campaign"], rows


def _flow(year: YearRecord, name: str) -> str:
    mean = year.flows[name].mean
    if not mean.known:
        return "-"
    return words.amount(mean.estimate, mean.standard_error, 1) if mean.estimate else "."


def money_note(career: Career) -> str:
    """Return whether money adds up."""
    balance = "equals" if career.balanced else "DOES NOT EQUAL"
    return f"of the whole campaign what came in {balance} what went out, campaign by campaign"


# --- purchase orders -------------------------------------------------------------------------------------------------

#: Orders listed of all combinations together.
_MOST_LISTED = 10


def bought(result: CampaignResult) -> list[tuple[str, BoughtOrder]]:
    """Return the orders in which clubs bought, with the combination, those that lived longest first."""
    found = [
        (combination(result, career.key), order)
        for career in result.careers.values()
        if career.orders
        for order in career.orders.orders
    ]
    return sorted(found, key=lambda item: -item[1].survived.estimate)[:_MOST_LISTED]


def bought_note(result: CampaignResult) -> str:
    """Return what must be said beside `bought`."""
    career = result.careers[result.main]
    if career.orders is None:
        return ""
    return (
        f"Of the clubs alive after {career.orders.scenarios[-1]}; those of under {LEAST_CLUBS} clubs are left out."
        " An association: a club that cannot pay is in trouble already, and each is run differently besides."
    )


def order_words(result: CampaignResult, values: tuple[str, ...]) -> str:
    """Return fixed choices in words: ``'floor safe, then ice chest'``."""
    return ", then ".join(value.replace("-", " ") for value in values)


def first_choices(result: CampaignResult) -> str:
    """Return which single first purchase helps or hurts, by intervention."""
    forced = result.forced
    if forced is None or not forced.firsts:
        return ""
    scenario = scenario_label(result.game, forced.scenarios[0])
    help_, hurt = (
        [order for order in forced.firsts if sign * order.effect.difference.estimate > 0 and not order.effect.tied]
        for sign in (1, -1)
    )
    if not help_ and not hurt:
        return (
            f"No first purchase, fixed in {scenario}, is shown to change how many of its campaigns survive"
            f" ({forced.searched:,} campaigns of each)."
        )
    parts = []
    if help_:
        parts.append(f"helps if it is {words.listing([_with_effect(result, o) for o in help_], 'or')}")
    if hurt:
        parts.append(f"hurts if it is {words.listing([_with_effect(result, o) for o in hurt], 'or')}")
    return f"Fixed in {scenario}, everything else left to ‘{forced.club}’, the first purchase {' and '.join(parts)}."


def _with_effect(result: CampaignResult, order: ForcedOrder) -> str:
    found = order.effect.difference
    return (
        f"the {order_words(result, order.values)} ({comparing.signed(found.estimate, 'share', found.standard_error)})"
    )


def best_orders(result: CampaignResult) -> str:
    """Return which orders live longest, by intervention, ties called ties."""
    forced = result.forced
    if forced is None or not forced.finalists:
        return ""
    best = [forced.finalists[place] for place in forced.groups[0] if place >= 0]
    if not best:
        return f"No order of purchases that was tried is shown to live longer than the own choice of ‘{forced.club}’."
    if -1 in forced.groups[0]:
        count = words.count(forced.tried, "order")
        return (
            f"None of {count} of purchases that were tried is shown to live longer than the own choice of"
            f" ‘{forced.club}’ ({rate(forced.own)} survive); {_names(result, best)} cannot be told apart from it."
        )
    first = best[0]
    years = f"{scenario_label(result.game, forced.scenarios[0])} to {scenario_label(result.game, forced.scenarios[-1])}"
    text = (
        f"Of {forced.tried} orders tried for {years}, {order_words(result, first.values)} lives longest:"
        f" {rate(first.survived)} of its campaigns survive, {short(forced.own)} with its own choice"
        f" ({points(first.effect.difference)})"
    )
    if len(best) > 1:
        text += f"; {words.count(len(best) - 1, 'other order')} cannot be told apart from it"
    return f"{text}."


def _names(result: CampaignResult, orders: list[ForcedOrder]) -> str:
    first = order_words(result, orders[0].values)
    return f"‘{first}’ and {words.count(len(orders) - 1, 'other')}" if len(orders) > 1 else f"‘{first}’"


def doubts(result: CampaignResult) -> str:
    """Return whether a value that no rulebook prints, moved alone, shifts the share that survives."""
    found = result.doubts
    if found is None or not found.moved:
        return ""
    shifting = [doubt for doubt in found.moved if doubt.shifts]
    text = f"Of the {found.assumptions} values no rulebook prints, moved one at a time,"
    if not shifting:
        most = 100 * max(abs(end) for d in found.moved for end in (d.effect.difference.low, d.effect.difference.high))
        return f"{text} none is shown to change that (by {most:.0f} pp at most, {found.campaigns:,} campaigns of each)."
    told = [f"{doubt_words(d)} ({points(d.effect.difference)})" for d in shifting[:3]]
    verb = "changes" if len(shifting) == 1 else "change"
    return f"{text} {len(shifting)} {verb} that, most of all {words.listing(told)}."


def doubt_words(doubt: Doubt) -> str:
    """Return an assumption and its other value."""
    from reports.figures.tornado import shown_value

    return f"{doubt.parameter} = {shown_value(doubt.value)}"
