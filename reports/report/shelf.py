"""The figures of a page: drawn once for wide screens and once for narrow ones, and kept as files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from markupsafe import Markup
from matplotlib.figure import Figure

from reports.figures import canvas


@dataclass
class Shelf:
    """Draws figures, keeps them as files, and hands them to the page.

    Attributes
    ----------
    folder : Path or None
        Where SVG and PNG files go; None to write none.
    """

    folder: Path | None
    names: list[str] = field(default_factory=list)

    def take(
        self, name: str, draw: Callable[[float], Figure], description: str, *, narrow_only: bool = False
    ) -> Markup:
        """Return a figure for the page: one drawing for wide screens and one for narrow ones."""
        widths = {"narrow": canvas.NARROW} if narrow_only else {"wide": canvas.WIDE, "narrow": canvas.NARROW}
        found = []
        for kind, width in widths.items():
            figure = draw(width)
            text = canvas.svg(figure, f"{name}-{kind}")
            if self.folder is not None and kind == next(iter(widths)):
                self.folder.mkdir(parents=True, exist_ok=True)
                (self.folder / f"{name}.svg").write_text(text, encoding="utf-8")
                canvas.png(figure, self.folder / f"{name}.png")
            shown = canvas.inline(text, f"{name}-{kind}", description)
            style = "only" if narrow_only else kind
            found.append(Markup('<div class="{}">{}</div>').format(style, shown))
        self.names.append(name)
        return Markup("").join(found)
