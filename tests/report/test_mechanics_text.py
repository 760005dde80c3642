"""What mechanics are worth, in words: each verdict has its sentence, over all scenarios and in one."""

from dataclasses import replace

from analysis.mechanics import MechanicsResult, Worth
from analysis.proportions import Estimate, wilson
from analysis.skill_result import ALL
from reports import mechanics_text
from sim.registry import load_game


def worth(name, place, points, verdict):
    found = Estimate(points / 100, points / 100 - 0.005, points / 100 + 0.005, 0.0025, 1000, "")
    touched = wilson(0 if verdict == "unused" else 500, 1000)
    return Worth(name, name.capitalize(), place, found, wilson(500, 1000), touched, (-0.01, 0.01), verdict)


def result_of(**verdicts):
    """Return a result from ``name={place: (points, verdict)}``."""
    worths = {
        (name, place): worth(name, place, *found)
        for name, places in verdicts.items()
        for place, found in places.items()
    }
    rates = {place: wilson(700, 1000) for place in ("high", "low", ALL)}
    game, names = load_game("pebbles"), tuple(verdicts)
    return MechanicsResult(game, ("high", "low"), "careful", names, 1000, 1, 0.01, 0.95, rates, worths)


FOUND = result_of(
    rolling={ALL: (9, "helps"), "high": (18, "helps"), "low": (0, "nothing")},
    waiting={ALL: (-3, "harms"), "high": (-3, "harms"), "low": (-3, "harms")},
    digging={ALL: (0.2, "nothing"), "high": (2, "helps"), "low": (-1.6, "harms")},
    guessing={ALL: (0.9, "unknown"), "high": (0.9, "unknown"), "low": (0.9, "unknown")},
    diving={ALL: (0, "unused"), "high": (0, "unused"), "low": (0, "unused")},
)


def test_every_verdict_has_its_sentence():
    assert mechanics_text.answer(FOUND) == [
        "Pebbles, mean of all 2 tides: 'careful' wins 70 %; what wins it most games: Rolling (+9.0 pp).",
        "It would win more without Waiting (-3.0 pp): it uses what does not pay.",
        "Digging is worth nothing to it within +-1 pp.",
        "Not yet known with 1,000 games: Guessing (+0.9 pp).",
        "Never used in these games: Diving.",
        "Over all of them small, but not everywhere: Digging in High tide (+2.0 pp).",
        "In single tides it would win more without: Digging in Low tide (-1.6 pp).",
    ]
    one = replace(FOUND, scenarios=("low",))
    assert mechanics_text.answer(one)[0] == (
        "Pebbles, Low tide: 'careful' wins 70 %, and no mechanic is shown to win it games."
    )
    assert mechanics_text.answer(one)[1] == (
        "It would win more without Waiting (-3.0 pp) and Digging (-1.6 pp): it uses what does not pay."
    )


def test_cells_of_the_table():
    cells = {name: mechanics_text.cell(FOUND.worths[name, ALL]) for name in FOUND.mechanics}
    assert cells == {
        "rolling": "+9.0", "waiting": "-3.0", "digging": "(+0.2)", "guessing": "+0.9 ?", "diving": "·",
    }  # fmt: skip
    assert mechanics_text.verdict(FOUND.worths["waiting", ALL], FOUND) == "harms: without it 3.0 pp more"
