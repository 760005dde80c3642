"""Prohibition agents and raids."""

import pytest

from sim.games.opulent import raid
from sim.games.opulent.names import EDWARDS, MARTIN, OUT_RAID, OUT_RAIDED, YORKE, YORKE_FLOOR, YORKE_LEFT


@pytest.mark.rule("raid.risk")
@pytest.mark.parametrize(
    ("coffers", "risk"), [(0, 1), (20, 1), (21, 2), (40, 2), (41, 3), (60, 3), (61, 4), (80, 4), (81, 5), (300, 5)]
)
def test_monetary_risk_by_the_coffers(club, coffers, risk):
    assert club.do(raid.monetary_risk, coffers=coffers) == risk


@pytest.mark.rule("raid.risk", "raid.roll")
@pytest.mark.parametrize(
    ("coffers", "stars", "number"),
    [
        *((10, 0, 1), (10, 1, 1)),  # factors 1 and 2
        *((10, 2, 2), (30, 2, 2)),  # 3 and 4
        *((50, 2, 3), (50, 3, 3)),  # 5 and 6
        *((70, 3, 4), (90, 3, 4)),  # 7 and 8
        *((90, 4, 5), (90, 5, 5)),  # 9 and 10
    ],
)
def test_the_raid_table(club, coffers, stars, number):
    assert club.do(raid.raid_threshold, coffers=coffers, stars=stars) == number


@pytest.mark.rule("raid.roll")
@pytest.mark.parametrize(("roll", "raids"), [(1, 1), (2, 1), (3, 0), (10, 0)])
def test_the_number_or_less_on_the_ten_sided_die_is_a_raid(club, roll, raids):
    club.table.coffers = 30  # risk 2
    club.table.half_stars = 3  # one and a half stars, rounded down
    club.rolls(raid=[roll])
    club.do(raid.raid)
    assert club.table.raids == raids


@pytest.mark.rule("raid.roll")
def test_the_other_reading_rolls_against_the_risk_factor_itself(open_club):
    club = open_club(rules={"raid.by_factor": True})
    assert club.do(raid.raid_threshold, coffers=90, stars=5) == 10
    assert club.do(raid.raid_threshold, coffers=10, stars=0) == 1


@pytest.mark.rule("raid.roll")
def test_hard_knocks_doubles_the_numbers_and_raids_automatically_from_factor_nine(open_club):
    club = open_club(variants=["harder-raids"])
    risks = ((10, 0), (30, 1), (50, 2), (70, 3), (90, 4))
    assert [club.do(raid.raid_threshold, coffers=c, stars=s) for c, s in risks] == [2, 4, 6, 8, 10]


@pytest.mark.rule("raid.effects")
def test_a_raid_takes_the_coffers_the_bottles_and_everybody_inside_but_not_the_line(club):
    outside, waiting = club.line("politician 2"), club.overflow("irish")
    inside = [club.floor("politician 3 yellow"), club.bar("irish 2"), club.vip("aristocrat 1")]
    inside.append(club.centre("celebrity 1*"))
    club.table.coffers = 33
    club.stock(ice=5, fruit=1, beer=4, liquor=3, special=2)
    club.table.section_at_bar[2] = 1
    club.do(raid.suffer_raid)
    assert club.table.coffers == 0
    assert club.table.dollars_out[OUT_RAIDED] == 33
    assert club.stock() == {"ice": 5, "fruit": 1, "beer": 0, "liquor": 0, "special": 0}
    assert [club.where(patron) for patron in inside] == ["gone"] * 4
    assert club.lost(OUT_RAID) == 6
    assert (club.where(outside), club.where(waiting)) == ("line", "overflow")
    assert club.nickels(outside) == 2
    assert club.table.section_at_bar[2] == 1
    assert club.table.yellow_out == 0


@pytest.mark.rule("raid.effects", "band.martin", "bar.edwards", "manager.yorke")
def test_the_regulars_inside_are_taken_too_but_not_frank_collins(club):
    collins = club.line("collins")
    club.floor("martin")
    club.bar("edwards")
    club.yorke(YORKE_FLOOR)
    club.table.edwards_nickels = 3
    club.do(raid.suffer_raid)
    assert (club.where(MARTIN), club.where(EDWARDS), club.where(YORKE)) == ("gone", "gone", "gone")
    assert (club.table.martin, club.table.edwards, club.table.yorke) == (0, 0, YORKE_LEFT)
    assert club.table.edwards_nickels == 0
    assert club.where(collins) == "line"


@pytest.mark.rule("raid.effects")
def test_coffers_below_zero_are_left_alone(club):
    club.table.coffers = -8
    club.do(raid.suffer_raid)
    assert club.table.coffers == -8


@pytest.mark.rule("raid.safe")
def test_the_floor_safe_keeps_the_coffers_or_as_much_as_assumed(open_club):
    for keeps, coffers, left in ((200, 33, 33), (200, 250, 250), (20, 33, 20), (20, 12, 12), (0, 33, 0)):
        club = open_club(rules={"upgrade.safe_keeps": keeps})
        club.own("floor safe")
        club.table.coffers = coffers
        club.do(raid.suffer_raid)
        assert club.table.coffers == left


@pytest.mark.rule("raid.panels")
def test_sliding_panels_hide_the_bottles_or_the_share_assumed(open_club):
    for share, left in ((100, {"beer": 5, "liquor": 4, "special": 2}), (50, {"beer": 2, "liquor": 2, "special": 1})):
        club = open_club(rules={"upgrade.panels_save": share})
        club.own("sliding panels")
        club.stock(beer=5, liquor=4, special=2)
        club.table.coffers = 10
        club.do(raid.suffer_raid)
        assert {name: club.stock()[name] for name in left} == left
        assert club.table.coffers == 0
