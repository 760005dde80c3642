"""The guests nobody has published: built from the assumptions, replaced by printed ones."""

from collections import Counter

import pytest

from sim.errors import BadInput
from sim.games.tiefenthal import cards
from sim.registry import load_game, resolve

GAME = load_game("tiefenthal")


def guests(**rules):
    return cards.tables(resolve(GAME, "module-1", (), rules).values)["guests"]


def test_as_many_guests_of_each_price_as_in_the_box():
    rows = guests()
    basic = Counter(row["cost"] for row in rows if row["module"] == 1)
    assert basic == {3: 8, 4: 7, 5: 8, 6: 7, 7: 4, 8: 4}
    assert sum(row["module"] == 3 for row in rows) == 10


@pytest.mark.parametrize(
    ("bonuses", "least", "most"), [("none", 0, 0), ("few", 7, 9), ("half", 14, 16), ("all", 30, 30)]
)
def test_how_many_bring_a_bonus(bonuses, least, most):
    rows = [row for row in guests(**{"guests.bonuses": bonuses}) if row["module"] == 1]
    assert all(row["bonus"] == "none" for row in rows if row["cost"] == 3)
    assert least <= sum(row["bonus"] != "none" for row in rows) <= most


def test_faces_are_spread_evenly():
    three_to_six = Counter(row["die"] for row in guests())
    assert set(three_to_six) == {3, 4, 5, 6}
    two_to_six = Counter(row["die"] for row in guests(**{"guests.dice": "two to six"}))
    assert set(two_to_six) == {2, 3, 4, 5, 6} and max(two_to_six.values()) - min(two_to_six.values()) <= 1


def test_what_is_exported_is_read_again_and_then_counts_as_printed(tmp_path):
    values = resolve(GAME).values
    (file,) = cards.export_folder(tmp_path, values)
    assert file.read_text().startswith("card,cost,die?,pay?,points?,bonus?,module")
    assert cards.read_folder(tmp_path, values) == {"guests": guests(), "printed": []}
    file.write_text(file.read_text().replace("?", "", 4).replace("0,3,3,3,1,none,1", "0,3,6,3,1,none,1"))
    found = cards.read_folder(tmp_path, values)
    assert found["printed"] == [{"table": "guests"}] and found["guests"][0]["die"] == 6
    assert cards.build(values, found)["card_die"][14] == 6
    resolved = resolve(GAME, "module-3", cards=found)
    assert {resolved.origins[name] for name in cards.GOVERNED["guests"]} == {"cards"}


def test_prices_are_printed_and_stay(tmp_path):
    values = resolve(GAME).values
    (file,) = cards.export_folder(tmp_path, values)
    file.write_text(file.read_text().replace("0,3,3,3,1,none,1", "0,4,3,3,1,none,1"))
    with pytest.raises(BadInput, match="as many guests of each price as in the box"):
        cards.read_folder(tmp_path, values)


def test_what_regulars_want_and_pay():
    for how, wanted in (("mixed", [2] * 4 + [1] * 3), ("ones", [1] * 7), ("twos", [2] * 7)):
        built = cards.build(resolve(GAME, rules={"deck.regulars": how}).values, {})
        assert list(built["card_die"][:7]) == list(built["card_pay"][:7]) == wanted
