"""The generated parts of docs/policies.md: what a policy sees and what it is asked, from the game's own files.

A game whose page is docs/policies-GAME.md has them there instead.

python -m reports.policy_reference            # writes them anew
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from sim import fieldwords, registry

PAGE = Path(__file__).parent.parent / "docs" / "policies.md"
_MARK = "<!-- {what}: made by python -m reports.policy_reference -->"


def fields_table(game: registry.Game) -> str:
    """Return the fields of the table and the card tables, with meaning, length and range seen."""
    lines = []
    for record, fields in (("table", fieldwords.table_fields(game)), ("rules", fieldwords.card_fields(game))):
        for section in dict.fromkeys(field.section for field in fields):
            lines += ["", f"**{section}**", "", f"| `{record}.` | values | seen | meaning |", "|---|---|---|---|"]
            for field in fields:
                if field.section == section:
                    lines.append(f"| `{field.name}` | {_length(field.shape)} | {_seen(field.seen)} | {field.doc} |")
    return "\n".join(lines[1:])


def _length(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape)) if shape else "1"


def _seen(seen: tuple[int, int] | None) -> str:
    if seen is None:
        return ""
    low, high = seen
    return f"{low}" if low == high else f"{low} to {high}"


def seen_note(game: registry.Game) -> str:
    """Return what the ranges seen were seen in."""
    text = (game.folder / "fields.toml").read_text(encoding="utf-8")
    found = re.search(r"^# Seen in (.*?); written by", text, re.MULTILINE)
    return f"*Seen: the least and the greatest value in {found[1]}; no limit.*" if found else ""


def decisions_table(game: registry.Game) -> str:
    """Return every decision with who is asked, when, and what a choice is."""
    lines = ["| decision | asked of | when | columns of a choice | meaning |", "|---|---|---|---|---|"]
    for name, entry in game.decisions.items():
        columns = ", ".join(f"`{column}`" for column in entry.columns)
        more = " *One of a sequence.*" if entry.sequence else ""
        lines.append(f"| `{name}` | {', '.join(entry.seats)} | {entry.when} | {columns} | {entry.doc}{more} |")
    return "\n".join(lines)


def mechanics_table(game: registry.Game) -> str:
    """Return what a restricted player can be forbidden."""
    lines = ["| `forbid=` | what it is |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{name}` | {entry.doc} |" for name, entry in game.mechanics.items())])


def written(text: str, game: registry.Game) -> str:
    """Return the page with its generated parts written anew."""
    parts = {
        "fields": f"{fields_table(game)}\n\n{seen_note(game)}".rstrip(),
        "decisions": decisions_table(game),
        "mechanics": mechanics_table(game),
    }
    for what, part in parts.items():
        mark, end = _MARK.format(what=what), f"<!-- end of {what} -->"
        text = re.sub(
            rf"{re.escape(mark)}.*?{re.escape(end)}",
            lambda _, part=part, mark=mark, end=end: f"{mark}\n\n{part}\n\n{end}",  # type: ignore[misc]
            text,
            flags=re.DOTALL,
        )
    return text


def pages() -> dict[str, Path]:
    """Return the page of each game that comes with words for its fields, by the game's name."""
    found = {}
    for name, game in registry.games().items():
        if game.folder.parent == registry.BUILT_IN and (game.folder / "fields.toml").exists():
            own = PAGE.with_name(f"policies-{name}.md")
            found[name] = own if own.exists() else PAGE
    return found


def main() -> int:
    """Write the pages anew."""
    for name, page in pages().items():
        text = page.read_text(encoding="utf-8")
        page.write_text(written(text, registry.load_game(name)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
