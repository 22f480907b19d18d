"""Draws what a terminal shows as SVG, still or moving, for Scripts/picture."""

import re
from html import escape, unescape
from itertools import groupby

from terminal import COLUMNS, DIVIDER

CELL, LINE, MARGIN = 8.4, 20, 16
WIDTH = round(COLUMNS * CELL + 2 * MARGIN)
# Seconds of a character, after a typed line, and to read what has changed.
TYPING, PAUSE, READING = 0.05, 0.7, 4
STYLE = """
  svg { font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre }
  .ground { fill: #ffffff } .frame { fill: none; stroke: #d0d7de } text, .bar, .cursor { fill: #24292f }
  .typed { fill: #6e7781 } .bold { font-weight: bold } .held { fill: #9a6700 } .free { fill: #1a7f37 } .bad { fill: #cf222e }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117 } .frame { stroke: #30363d } text, .bar, .cursor { fill: #e6edf3 }
    .typed { fill: #8b949e } .held { fill: #e3b341 } .free { fill: #56d364 } .bad { fill: #ff7b72 }
  }
"""
PROMPT = "$ "
CLASSES = {"1": "bold", "31": "bad", "32": "free", "33": "held"}
BLOCKS = {block: eighths / 8 for eighths, block in enumerate(" ▏▎▍▌▋▊▉█")}


class Numbers:
    """Other numbers for processes and sessions, which differ in each run."""

    PROCESS, SESSION = re.compile(r"(?<=\()\d+(?=\))|(?<=^\[1\] )\d+"), re.compile(r"(?<=session )\d+")

    def __init__(self, rows):
        # The numbers of processes may begin anew, so these are in the order in which they appear.
        self.processes = list(dict.fromkeys(number for row in rows for number in self.PROCESS.findall(row)))
        self.sessions = sorted({int(number) for row in rows for number in self.SESSION.findall(row)})

    def replaced(self, row):
        row = self.PROCESS.sub(lambda match: str(2041 + self.processes.index(match[0])), row)
        return self.SESSION.sub(lambda match: str(3 + self.sessions.index(int(match[0]))), row)


def still(title, rows):
    numbers = Numbers(rows)
    parts = [part for number, row in enumerate(rows) for part in drawn(number, numbers.replaced(row))]
    return picture(title, len(rows), STYLE, parts)


def moving(title, frames, chosen):
    """Shows the frames one after another, again and again; where nothing should move, only the chosen one."""
    numbers = Numbers([row for frame in frames for row in frame.rows])
    frames = [frame._replace(rows=[numbers.replaced(row) for row in frame.rows]) for frame in frames]
    height = max(len(frame.rows) for frame in frames)
    times = [0]
    for frame in frames:
        times.append(times[-1] + (READING if frame.typed is None else len(frame.rows[frame.typed]) * TYPING + PAUSE))
    rules, parts = [], []
    for (first, end), shapes in spans(frames, height).items():
        if (first, end) == (0, len(frames)):
            parts += shapes
        else:
            name = f"from{first}to{end}"
            rules.append(rule(name, first <= chosen < end, times[-1], visible(times[first], times[end])))
            parts.append(f'<g class="{name}">{"".join(shapes)}</g>')
    for index, frame in enumerate(frames):
        if frame.typed is not None:
            name = f"typed{index}"
            rules.append(rule(name, False, times[-1], uncovering(frame, times[index], times[index + 1])))
            parts.append(f'<g class="{name}">{"".join(cover(frame))}</g>')
    return picture(title, height, STYLE + "".join(rules), parts)


def spans(frames, height):
    """What is drawn from one frame to before another, for each row that stays the same in between."""
    found = {}
    for number in range(height):
        rows = [frame.rows[number] if number < len(frame.rows) else "" for frame in frames]
        for row, same in groupby(range(len(frames)), key=rows.__getitem__):
            first, *others = same
            if row:
                found.setdefault((first, first + len(others) + 1), []).extend(drawn(number, row))
    return found


def rule(name, is_chosen, cycle, steps):
    """The style of something that is not always visible: steps are times with what begins then."""
    steps = " ".join(f"{time / cycle:.2%} {{ {style} }}" for time, style in steps if time < cycle)
    return (
        f"  .{name} {{ visibility: {'visible' if is_chosen else 'hidden'} }}\n"
        f"  @media (prefers-reduced-motion: no-preference) {{ .{name} {{ animation: {name} {cycle:.1f}s step-end infinite }} }}\n"
        f"  @keyframes {name} {{ {steps} }}\n"
    )


def visible(begin, end):
    return ([(0, "visibility: hidden")] if begin else []) + [(begin, "visibility: visible"), (end, "visibility: hidden")]


def uncovering(frame, begin, end):
    """The cover of a row moves away as the row is typed."""
    typed = len(frame.rows[frame.typed]) - len(PROMPT)
    moved = f"transform: translateX({typed * CELL:.1f}px)"
    return [
        (0, "visibility: hidden"),
        (begin, f"visibility: visible; transform: none; animation-timing-function: steps({typed})"),
        (begin + typed * TYPING, f"visibility: visible; {moved}"),
        (end, f"visibility: hidden; {moved}"),
    ]


def cover(frame):
    """Hides what is not typed yet, behind a cursor."""
    left, top = MARGIN + len(PROMPT) * CELL, MARGIN + frame.typed * LINE
    yield f'<rect class="ground" x="{left:.1f}" y="{top}" width="{WIDTH - left:.1f}" height="{LINE}"/>'
    yield f'<rect class="cursor" x="{left:.1f}" y="{top + 2}" width="{CELL}" height="{LINE - 4}"/>'


def drawn(number, row):
    """A row of the terminal, with its colours."""
    if row == DIVIDER:
        yield f'<path class="frame" d="M1 {MARGIN + number * LINE + LINE // 2}H{WIDTH - 1}"/>'
        return
    style, column = None, 0
    if f"{row} ".startswith(PROMPT):
        yield from run(number, 0, PROMPT, "typed")
        row, column = row[len(PROMPT) :], len(PROMPT)
    for codes, piece in re.findall(r"\x1b\[([\d;]*)m|([^\x1b]+)", row):
        if piece:
            yield from run(number, column, piece, style)
            column += len(piece)
        else:
            style = CLASSES.get(codes.split(";")[-1])


def run(row, column, piece, style):
    """Characters of one style: a bar as a rectangle, each word where its column is, whatever the font."""
    top = MARGIN + row * LINE
    for match in re.finditer(r"\S+(?: \S+)*", piece):
        x, length = MARGIN + (column + match.start()) * CELL, len(match[0]) * CELL
        if BLOCKS.keys() >= set(match[0]):
            width = sum(BLOCKS[block] for block in match[0]) * CELL
            yield f'<rect class="{style or "bar"}" x="{x:.1f}" y="{top + 4}" width="{width:.1f}" height="12"/>'
            continue
        kind = f' class="{style}"' if style else ""
        yield f'<text{kind} x="{x:.1f}" y="{top + 15}" textLength="{length:.1f}">{escape(match[0], quote=False)}</text>'


def picture(title, rows, style, parts):
    height = rows * LINE + 2 * MARGIN
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">'
    edge = f'x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1}" rx="8"/>'
    # The frame is drawn last, over the covers of what is typed.
    drawing = [f'<rect class="ground" {edge}', *parts, f'<rect class="frame" {edge}']
    return "\n".join([head, f"<title>{escape(title)}</title>", f"<style>{style}</style>", *drawing, "</svg>"]) + "\n"


def text(picture):
    return [unescape(piece) for piece in re.findall(r"<(?:text|title)[^>]*>([^<]*)", picture)]
