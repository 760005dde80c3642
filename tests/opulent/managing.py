"""Shorthand for tests of the Manager's turn."""

from sim.games.opulent import manager


def manage(club, *acts):
    """Take Manager actions, each named by its act or by (act, actions), with a full turn's actions."""
    club.table.actions = club.rules.manager_actions
    club.answers(manager=acts)
    club.do(manager.take_actions, worked_door=False)


def possible(club):
    """Return the acts the Manager can choose from with a full turn's actions."""
    club.table.actions = club.rules.manager_actions
    club.do(manager.list_actions, worked_door=False, worked_bar=False)
    return {int(row[0]) for row in club.team.choices[1 : club.team.n]}
