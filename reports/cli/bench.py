"""``house-edge bench``: how fast it is on this machine, against the targets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter

from reports import words
from reports.cli import envelope, measure, output
from reports.cli.options import (
    DEFAULT_OUTPUT,
    DEFAULT_WORK,
    OutputOptions,
    Problems,
    WorkOptions,
    option,
    read_count,
    read_jobs,
    read_seed,
    switch,
)
from sim import registry

#: Name, unit, target, whether more is better.
TARGETS: tuple[tuple[str, str, float, bool], ...] = (
    ("games a second, one core, all scenarios", "games/s", 20_000, True),
    ("two workers against one", "times", 1.8, True),
    ("twice the games cost", "times", 2.1, False),
    ("cold compile", "s", 60, False),
    ("10,000 games, warm", "s", 2.5, False),
    ("--help", "s", 0.6, False),
    ("ladder to 0.5 points", "s", 60, False),
    ("campaign years a second against single ones", "times", 0.7, True),
)

#: The same of a game played against each other, its scenarios for the usual number of players.
TARGETS_AGAINST: tuple[tuple[str, str, float, bool], ...] = (
    ("games a second, one core, policies that plan nothing", "games/s", 5_000, True),
    ("games a second, one core, the usual policy", "games/s", 1_000, True),
    ("the slowest scenario against the quickest", "times", 1.5, False),
    TARGETS[1],
    TARGETS[2],
    TARGETS[3],
    TARGETS[5],
)

#: Games of the largest measurement unless a number is typed: a game of several players takes longer.
_MOST, _MOST_AGAINST, _MOST_QUICK = "100k", "20k", "10k"

#: Campaigns that are timed.
_CAMPAIGNS = 1000


def bench(
    game: Annotated[str | None, Parameter(help="Name of the game [default: opulent].", metavar="GAME")] = None,
    /,
    *,
    games: Annotated[str | None, option("Games of the largest measurement [default: 100k, or 20k].", "NUMBER")] = None,
    quick: Annotated[bool, switch("Without the cold compile, with a tenth of the games.")] = False,
    work: WorkOptions = DEFAULT_WORK,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Measure games a second, scaling, compile time, start-up, storage, and one kernel against C."""
    problems = Problems()
    names = registry.games()
    name = game or ("opulent" if "opulent" in names or not names else next(iter(names)))
    loaded = problems.take(registry.load_game, name)
    usual = _MOST_AGAINST if loaded is not None and loaded.file.competitive else _MOST
    most = problems.take(read_count, games or (_MOST_QUICK if quick else usual), "--games", 10_000_000, 1000)
    seed = problems.take(read_seed, work.seed or "1")
    problems.take(read_jobs, work.jobs)
    problems.stop_if_any()
    assert loaded is not None and most is not None and seed is not None
    body = _measure(loaded, most, seed, quick, out)
    if out.json:
        command = f"house-edge bench {loaded.name} --games {most} --seed {seed}{' --quick' if quick else ''}"
        head = envelope.envelope("bench", loaded, registry.resolve(loaded), seed, "complete", command)
        output.print_json({**head, **body})
    else:
        _print(loaded, body)
    return 0


def _measure(game: registry.Game, most: int, seed: int, quick: bool, out: OutputOptions) -> dict[str, Any]:
    def tell(what: str) -> None:
        if not out.quiet:
            output.note(f"measuring {what} ...")

    tell("compile time" if not quick else "load time")
    compile_times = measure.compile_times(game.name, cold=not quick)
    tell("each scenario and policy on one core")
    results = measure.speeds(game, min(most, 5000), seed)
    tell("more games, more workers")
    linearity = measure.linearity(game, most, seed)
    scaling = measure.scaling(game, most, seed)
    if game.file.campaign is not None:
        tell("campaigns")
    campaign = measure.campaign_speed(game, _CAMPAIGNS // (10 if quick else 1), seed)
    tell("start-up and storage")
    startup, storage = measure.startup_and_storage(game.name, measure.strongest(game))
    tell("one kernel against C")
    body = {
        "results": results,
        "compile": compile_times,
        "startup": startup,
        "storage": storage,
        "scaling": scaling,
        "linearity": linearity,
        "campaign": campaign,
        "c_ratio": measure.against_c(),
    }
    return {**body, "targets": _targets(game, body)}


def _targets(game: registry.Game, body: dict[str, Any]) -> list[dict[str, Any]]:
    """Return value, target and whether it is met; None where something was not measured."""
    if game.file.competitive:
        return _met(TARGETS_AGAINST, _values_against(game, body))
    line = body["linearity"]
    # Games for a 95 % interval of 0.5 points to each side where it is widest, at a win rate of a half.
    ladder = sum(38_416 / r["games_per_s"] for r in body["results"]) / body["scaling"]["speedup"]
    values = [
        measure.mean_speed(body["results"], measure.strongest(game)),
        body["scaling"]["speedup"],
        line[-1]["seconds"] / line[-2]["seconds"],
        body["compile"]["cold_s"],
        body["startup"]["run_10000_s"],
        body["startup"]["help_s"],
        ladder,
        body["campaign"]["ratio"] if body["campaign"] else None,
    ]
    return _met(TARGETS if body["campaign"] else TARGETS[:-1], values)


def _values_against(game: registry.Game, body: dict[str, Any]) -> list[float | None]:
    """Return what `TARGETS_AGAINST` are about, in their order."""
    usual, line = measure.strongest(game), body["linearity"]
    plain = [measure.mean_speed(body["results"], name) for name in measure.ladder(game) if name != usual]
    own = [result["games_per_s"] for result in body["results"] if result["policy"] == usual]
    return [
        min(plain) if plain else None,
        measure.mean_speed(body["results"], usual),
        max(own) / min(own),
        body["scaling"]["speedup"],
        line[-1]["seconds"] / line[-2]["seconds"],
        body["compile"]["cold_s"],
        body["startup"]["help_s"],
    ]


def _met(wanted: Sequence[tuple[str, str, float, bool]], values: Sequence[float | None]) -> list[dict[str, Any]]:
    found = []
    for (name, unit, target, more), value in zip(wanted, values, strict=False):
        met = None if value is None else bool(value >= target if more else value <= target)
        found.append({"name": name, "unit": unit, "value": value, "target": target, "met": met})
    return found


def _print(game: registry.Game, body: dict[str, Any]) -> None:
    output.heading(f"{game.file.title} on one core")
    rows = [
        [
            r["scenario"],
            r["policy"],
            words.rate(r["games_per_s"]),
            f"{r['spread']:.0%}",
            f"{r['decisions_per_game']:,.0f}",
            f"{r['ns_per_decision']:,.0f} ns",
        ]
        for r in body["results"]
    ]
    heads = [game.file.scenario_word, "policy", "speed", "spread", "decisions a game", "a decision"]
    output.table(heads, rows, right=(2, 3, 4, 5))
    output.say("")
    rows = []
    for target in body["targets"]:
        value = "not measured" if target["value"] is None else _amount(target["value"], target["unit"])
        verdict = {True: "met", False: "MISSED", None: ""}[target["met"]]
        rows.append([target["name"], value, _amount(target["target"], target["unit"]), verdict])
    output.table(["target", "measured", "wanted", ""], rows, right=(1, 2))
    output.say("")
    if body["campaign"]:
        _print_campaign(game, body["campaign"])
    output.say(f"A stored game takes {body['storage']['bytes_per_game']:.1f} bytes.")
    ratio = body["c_ratio"]
    if ratio is None:
        output.say("No comparison with C: there is no C compiler (cc) here.")
    else:
        output.say(
            f"{ratio['kernel']}: {ratio['numba_ns']:,.0f} ns compiled by numba, {ratio['c_ns']:,.0f} ns by cc -O3"
            f" ({ratio['ratio']:.2f} times)."
        )


def _print_campaign(game: registry.Game, found: dict[str, Any]) -> None:
    """Print how fast campaigns are, and why a year of them may take longer."""
    word = game.file.scenario_word
    inside, alone = (words.rate(found[name]).replace("games/s", f"{word}s/s") for name in _SPEEDS)
    text = f"Campaigns of {found['policy']} and {found['club']}: {inside}, as single {word}s {alone}"
    if found["rounds_ratio"]:
        text += (
            f"; {found['rounds_a_year']:.1f} rounds a {word} against {found['single_rounds_a_year']:.1f}, so"
            f" {found['rounds_ratio']:.2f} times as many rounds a second"
        )
    output.say(f"{text}.")


_SPEEDS = ("years_per_s", "single_years_per_s")


def _amount(value: float, unit: str) -> str:
    if unit == "games/s":
        return words.rate(value)
    return f"{value:.2f} {unit}" if value < 10 else f"{value:.0f} {unit}"
