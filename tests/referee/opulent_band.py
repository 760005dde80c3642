"""The Band's turn: drawing, playing, crowding, and the new song."""

from __future__ import annotations

from tests.referee import opulent_years as years
from tests.referee.opulent_cards import CHANTEUSE, DANCE_FLOOR, INSTRUMENTS, MARTIN, PLAIN_MUSICIAN, SECTIONS
from tests.referee.opulent_queue import draw_to_door
from tests.referee.opulent_state import Club

TEMPO, MELODY, TUNE, PASS = 1, 2, 3, 4


def band_turn(club: Club) -> None:
    """Play the Band's turn."""
    years.choose_way(club, "band", six_cards_possible(club))
    years.argument(club, "band", club.queues["floor"])
    gifts(club, "floor", "give_floor", "band")
    there = years.present(club)
    clue = years.clue_dice(club, "band", _free_cards(club))
    drawn = _draw(club, clue, loud=there < 2)
    _unison(club, drawn)
    _quiet(club, there, sum(drawn))
    played = _play(club)
    if played >= 0:
        _put_away(club, club.songs.pop(played), "song")
    _crowd(club)
    fill_songs(club)
    years.easy_way(club)


# --- step 2


def _free_cards(club: Club) -> int:
    """Rules band.draw, upgrade.instruments, staff.plain: cards that bring nobody to the door."""
    more = club.rules["upgrade.instruments_free"] if INSTRUMENTS in club.owned else 0
    return int(club.rules["band.free_cards"] + more + (1 if PLAIN_MUSICIAN in club.staff else 0))


def _most_cards(club: Club) -> int:
    """Rules band.loud, upgrade.instruments: the maximum is one more with New Band Instruments."""
    more = 1 if INSTRUMENTS in club.owned else 0
    more += 1 if PLAIN_MUSICIAN in club.staff else 0
    return int(club.rules["band.free_cards"] + club.rules["band.extra_cards"] + more)


def _quiet_cards(club: Club) -> int:
    """Rule band.last_patron: most cards with nobody left in the deck: one more with New Band Instruments."""
    with_instruments = int(club.rules["band.free_cards"]) + int(INSTRUMENTS in club.owned)
    return max(_free_cards(club), with_instruments + int(PLAIN_MUSICIAN in club.staff))


def six_cards_possible(club: Club) -> bool:
    """Rule y1922.hard_band: the hard way needs its cards, and patrons enough for the loud ones."""
    wanted = club.rules["tuckers.hard_cards"]
    limit = club.rules["band.section_limit"]
    there = sum(min(limit, len(club.piles[s])) for s in range(SECTIONS) if s not in club.at_bar)
    return there >= wanted <= _most_cards(club) and len(club.deck) >= wanted - _free_cards(club)


def _draw(club: Club, clue: int, loud: bool) -> list[int]:
    """Rules band.draw, band.loud, band.last_patron, y1922.hard_band: draw from section after section."""
    drawn = [0] * SECTIONS
    while True:
        count = sum(drawn) + clue
        choices = _draw_choices(club, drawn, count, loud)
        if club.hard and sum(drawn) < club.rules["tuckers.hard_cards"] and len(choices) > 1:
            choices = choices[1:]
        elif club.hard:
            return drawn
        act = club.reader.choose("draw", "band", choices, "band.draw")
        if act[0] < 0:
            return drawn
        if act[1] and club.deck:
            draw_to_door(club)
        drawn[act[0]] += 1
        draw_card(club, act[0], "hand", "band.draw")


def _draw_choices(club: Club, drawn: list[int], count: int, loud: bool) -> list[tuple[int, ...]]:
    extra = int(count >= _free_cards(club))
    choices: list[tuple[int, ...]] = [(-1,)]
    if count >= (_most_cards(club) if loud and club.deck else _quiet_cards(club)):
        return choices
    for section in range(SECTIONS):
        if section not in club.at_bar and drawn[section] < club.rules["band.section_limit"] and club.piles[section]:
            choices.append((section, extra))
    return choices


def draw_card(club: Club, section: int, to: str, rule: str) -> int:
    """Take the top card of a section; rule band.exhausted if it was the last."""
    line = club.reader.take("card", rule, **{"from": "pile", "to": to})
    card = int(line["card"])
    if card not in club.piles[section]:
        raise club.reader.stop(rule, f"card {card} is not in the pile of section {section}")
    club.piles[section].discard(card)
    {"hand": club.hand.add, "song": club.songs.append, "discard": club.discards[section].add}[to](card)
    if not club.piles[section]:
        exhaust(club, section)
    return card


def exhaust(club: Club, section: int) -> None:
    """Rule band.exhausted: the discards become the new pile, and the section waits at the bar."""
    club.at_bar.add(section)
    club.reader.demand("section", "band.exhausted", section=section, at_bar=1)
    reshuffle(club, section)


def reshuffle(club: Club, section: int) -> None:
    """Rule band.exhausted: shuffle a section's discards into its pile."""
    club.piles[section] |= club.discards[section]
    club.discards[section] = set()


def section_served(club: Club, section: int) -> None:
    """Rule band.section_served: a section served a drink rejoins the Band, if it has any card by now."""
    if not club.piles[section]:
        reshuffle(club, section)
    if club.piles[section]:
        club.at_bar.discard(section)
        club.reader.demand("section", "band.section_served", section=section, at_bar=0)


def _quiet(club: Club, there: int, cards: int) -> None:
    """Rule y1924.band: with a meeting gathering the Band draws no more than the table says, or refuses."""
    if there >= 2:
        obeyed = cards <= years.asked_of_station(club, "band_limit", there)
        club.reader.fact("y1924.band", there, int(obeyed))
        if not obeyed:
            years.refuse(club, "y1924.band")


def _unison(club: Club, drawn: list[int]) -> None:
    """Rule band.unison: one card of each section, and no more, gives a nickel."""
    together = all(drawn) and (sum(drawn) == SECTIONS or not club.rules["band.unison_exact"])
    if together:
        give_at(club, "floor", club.rules["band.unison_nickels"], "unison", "give_floor", "band", "band.unison")


def give_at(club: Club, place: str, nickels: int, cause: str, decision: str, seat: str, rule: str) -> None:
    """Rules band.unison, band.melody, vip.gift: place nickels one at a time while anybody there has room."""
    for _ in range(nickels):
        choices = [(patron,) for patron in club.queues[place] if club.has_room(patron)]
        if not choices:
            return
        (patron,) = club.reader.choose(decision, seat, choices, rule)
        club.give(patron, cause, rule)


def gifts(club: Club, place: str, decision: str, seat: str) -> None:
    """Rule vip.gift: Celebrities new at a station give as many nickels as they have."""
    for celebrity in [patron for patron in club.queues[place] if patron in club.may_give]:
        club.may_give.discard(celebrity)
        nickels = club.nickels[celebrity]
        if nickels:
            club.reader.fact("vip.gift", celebrity, nickels)
            give_at(club, place, nickels, "gifts", decision, seat, "vip.gift")


# --- step 3


def movable(club: Club) -> list[int]:
    """Rules band.martin, y1927.blocked: dancers a song can move, in order."""
    dancers = club.queues["floor"]
    return [patron for patron in dancers if not club.blocked(patron, club.next_place(patron, "floor"))]


def _song_choices(club: Club) -> list[tuple[int, ...]]:
    """Rules band.tempo, band.melody, band.tune, staff.chanteuse, y1922.hard_band: what the Band may do."""
    choices: list[tuple[int, ...]] = []
    songs = club.songs if CHANTEUSE in club.staff else club.songs[:1]
    beats = sum(club.cards.band[card].half_beats for card in club.hand)
    for index, song in enumerate(songs):
        if movable(club) and beats >= 2 * club.cards.band[song].time:
            choices.append((TEMPO, index))
        if club.rules["band.melody"] and club.queues["floor"] and len(_matching(club, song)) >= 2:
            choices.append((MELODY, index))
    if not club.hard:
        choices.append((TUNE,))
        if club.rules["band.free_pass"] and not club.queues["floor"]:
            choices.append((PASS,))
    return choices or [(PASS,)]


def _matching(club: Club, song: int) -> list[int]:
    pitch = club.cards.band[song].pitch
    return sorted(card for card in club.hand if club.cards.band[card].pitch == pitch)


def _play(club: Club) -> int:
    """Rules band.tempo, band.melody, band.tune: play one set; return which song was played, -1 for none."""
    act = club.reader.choose("song", "band", _song_choices(club), "band.tempo")
    if act[0] == TUNE:
        _tune(club)
    if act[0] in (TUNE, PASS):
        return -1
    song = club.songs[act[1]]
    (_tempo if act[0] == TEMPO else _melody)(club, song)
    return act[1]


def _note(club: Club, cards: list[int], may_end: bool) -> int:
    """Lay down one card; -1 ends a song."""
    choices: list[tuple[int, ...]] = [(-1,)] if may_end else []
    for number in cards:
        card = club.cards.band[number]
        choices.append((number, card.half_beats, card.pitch, card.key))
    if not choices:
        return -1
    return club.reader.choose("note", "band", choices, "band.tempo")[0]


def _put_away(club: Club, card: int, place: str) -> None:
    club.hand.discard(card)
    club.discards[club.cards.band[card].section].add(card)
    club.reader.demand("card", "band.tempo", card=card, **{"from": place, "to": "discard"})


def _tempo(club: Club, song: int) -> None:
    """Rules band.tempo, band.off_tempo, band.off_key, band.leave."""
    song_card = club.cards.band[song]
    beats = off_key = 0
    bar = 2 * song_card.time
    played: list[int] = []
    while (card := _note(club, sorted(club.hand.difference(played)), beats >= bar)) >= 0:
        beats += club.cards.band[card].half_beats
        off_key += int(club.cards.band[card].key != song_card.key)
        played.append(card)
    for card in played:
        _put_away(club, card, "hand")
    leaving = movable(club)[: beats // bar]
    left_over = beats - bar * len(leaving)
    off = (left_over + int(club.rules["band.half_beats_up"])) // 2
    club.reader.fact("band.tempo", beats, song_card.time, len(leaving), off, off_key)
    pay_on_floor(club, off * club.rules["band.tempo_penalty"], "off_tempo", "band.off_tempo")
    pay_on_floor(club, off_key * club.rules["band.key_penalty"], "off_key", "band.off_key")
    for patron in leaving:
        club.go_on(patron, club.next_place(patron, "floor"), "band.leave")


def pay_on_floor(club: Club, nickels: int, cause: str, rule: str) -> int:
    """Rules band.off_tempo, band.off_key, band.tune: dancers pay one nickel at a time; return the last payer."""
    patron = -1
    for _ in range(nickels):
        choices = [(dancer,) for dancer in club.queues["floor"] if club.nickels[dancer] > 0]
        if not choices:
            break
        (patron,) = club.reader.choose("pay_floor", "band", choices, rule)
        club.take(patron, 1, cause, rule)
    return patron


def _melody(club: Club, song: int) -> None:
    """Rule band.melody: as many notes of the song's pitch as can be, up to four; each after the first a nickel."""
    notes = min(club.rules["band.melody_notes"], len(_matching(club, song)))
    played: list[int] = []
    while len(played) < notes:
        left = [card for card in _matching(club, song) if card not in played]
        played.append(_note(club, left, may_end=False))
    for card in played:
        _put_away(club, card, "hand")
    club.reader.fact("band.melody", notes, notes - 1)
    give_at(club, "floor", notes - 1, "melody", "give_floor", "band", "band.melody")


def _tune(club: Club) -> None:
    """Rule band.tune: a nickel on the floor, and cards of each section that is not at the bar."""
    payer = pay_on_floor(club, club.rules["band.tuning_nickels"], "tuning", "band.tune")
    club.reader.fact("band.tune", payer, may_be_left_out=True)
    for section in range(SECTIONS):
        for _ in range(club.rules["band.tuning_cards"]):
            if section not in club.at_bar and club.piles[section]:
                draw_card(club, section, "discard", "band.tune")


# --- steps 4 and 5


def _crowd(club: Club) -> None:
    """Rules band.crowd, band.martin: the longest there leave a crowded floor with a nickel less."""
    capacity = club.rules["band.floor_capacity"]
    capacity += club.rules["upgrade.floor_places"] if DANCE_FLOOR in club.owned else 0
    capacity -= int(club.place.get(MARTIN) == "floor")
    while len(club.queues["floor"]) > max(capacity, 0):
        patron = club.queues["floor"][0]
        club.take(patron, club.rules["band.crowd_penalty"], "crowding", "band.crowd")
        to = club.next_place(patron, "floor")
        if club.nickels[patron] == 0:
            club.move(patron, "gone", "band.crowd")
        elif club.blocked(patron, to):
            club.lose(patron, "year_loss", "y1927.caught")
        else:
            club.go_on(patron, to, "band.leave")


def fill_songs(club: Club) -> None:
    """Rule band.new_song: songs come from the sections in turn, passing those at the bar, until there are two."""
    while len(club.songs) < 2:
        order = [(club.next_section + step) % SECTIONS for step in range(SECTIONS)]
        ready = [section for section in order if section not in club.at_bar and club.piles[section]]
        if not ready:
            return
        club.next_section = (ready[0] + 1) % SECTIONS
        draw_card(club, ready[0], "song", "band.new_song")
