"""Converts terminal output with colours to an SVG that contains text.

  terminal_picture.py COMMAND < output-with-escapes > picture.svg

The picture shows COMMAND above the output, as the typed command.
"""
import html
import re
import sys

FOREGROUND, BACKGROUND = "#d8dee9", "#1f2430"
COLOURS = {"31": "#ff6e6e", "32": "#8fd18a", "33": "#f0c674", "34": "#7aa6f5", "35": "#c792ea", "36": "#5ccfe6",
           "91": "#ff6e6e", "92": "#8fd18a", "93": "#f0c674", "94": "#7aa6f5", "95": "#c792ea", "96": "#5ccfe6"}
SIZE, LINE, MARGIN = 14, 20, 20
WIDTH = 8.43  # of a character in the usual fonts at this size


def pieces(line, state):
    """Yields (text, colour, bold) for the parts of a line. `state` carries the attributes of the previous line."""
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if not part.startswith("\x1b"):
            if part:
                yield part, state["colour"], state["bold"]
            continue
        for code in part[2:-1].split(";"):
            if code in ("", "0"):
                state.update(colour=FOREGROUND, bold=False)
            elif code == "1":
                state["bold"] = True
            elif code in COLOURS:
                state["colour"] = COLOURS[code]


def picture(command, output):
    lines = ["$ " + command] + output.rstrip("\n").split("\n")
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    width = round(max(map(len, plain)) * WIDTH + 2 * MARGIN)
    height = len(lines) * LINE + 2 * MARGIN
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
           f'role="img" aria-label="kval on a terminal">')
    yield f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>'
    yield (f'<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace" '
           f'font-size="{SIZE}">')
    state = {"colour": FOREGROUND, "bold": False}
    for number, line in enumerate(lines):
        y = MARGIN + number * LINE + SIZE
        column = 0
        for text, colour, bold in pieces(line, state):
            weight = ' font-weight="bold"' if bold else ""
            # SVG removes spaces at both ends and collapses inner ones.
            shown = text.strip()
            if shown:
                x = round(MARGIN + (column + len(text) - len(text.lstrip())) * WIDTH, 2)
                inked = html.escape(shown).replace("  ", "\u00a0\u00a0")
                yield (f'<text x="{x}" y="{y}" fill="{colour}"{weight} textLength="{round(len(shown) * WIDTH, 2)}" '
                       f'lengthAdjust="spacingAndGlyphs">{inked}</text>')
            column += len(text)
    yield "</g></svg>"


if __name__ == "__main__":
    print("\n".join(picture(sys.argv[1], sys.stdin.read())))
