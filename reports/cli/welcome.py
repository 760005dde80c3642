"""``house-edge`` alone: what to type next."""

from __future__ import annotations

from reports.cli.output import heading, say
from sim import registry


def welcome() -> int:
    """Print what to type next, for someone who has never used it."""
    games = registry.games()
    game = "opulent" if "opulent" in games else next(iter(games), "GAME")
    title = games[game].file.title if game in games else "a game"
    rival = next((name for name, one in games.items() if one.file.competitive), None)
    campaign = game in games and games[game].file.campaign is not None
    lines = [
        ("house-edge demo", "a small real result in about ten seconds"),
        (f"house-edge run {game} --games 10000", f"play {title} 10,000 times and see how it ends"),
        (f"house-edge difficulty {game}", "which scenario is the wall, and how sure that is"),
        *(
            [(f"house-edge campaign {game}", "all in a row: what ends a club, and what it should buy first")]
            if campaign
            else []
        ),
        (f"house-edge ladder {game}", "hard for whom? From random play to the best; skill or luck"),
        (f"house-edge attribute {game}", "why is it hard? Every rule switched off, one at a time"),
        *(
            [(f"house-edge difficulty {rival}", f"{games[rival].file.title}: is any seat better, and what wins?")]
            if rival
            else []
        ),
        ("house-edge new variant FILE", "a house rule of yours; then compare, or tune to a win rate"),
        ("house-edge new policy FILE", "a player of yours; then check policy, run, compare"),
        (f"house-edge list scenarios {game}", "what there is to play (also: policies, variants, rules)"),
        (f"house-edge show rules {game}", "every number of the rulebook: value, source, where it is used"),
    ]
    heading("House Edge plays board games many times over and tells you how hard they are, for whom, and why.")
    say("Type one of these:")
    width = max(len(line) for line, _ in lines)
    for line, what in lines:
        say(f"  {line.ljust(width)}  {what}")
    say("")
    say("Change a rule:  --rule NAME=VALUE   Same games again:  --seed NUMBER   For programs:  --json")
    say("All commands:   house-edge --help   One command:       house-edge run --help")
    return 0
