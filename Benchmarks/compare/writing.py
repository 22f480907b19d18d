"""The table and the picture of a comparison, from its JSON."""

WORDS = {True: "yes", False: "no", None: "–"}
BARS, LEFT, TOP, LINE = 380, 330, 40, 17
COLOURS = {"brightnessd": "#1f6feb", "brightness": "#1f6feb", "brightness idle": "#1f6feb"}
# Replaces the colours that attributes give.
DARK = """<style>@media (prefers-color-scheme: dark) {
[fill="white"] { fill: #0d1117 } [fill="black"] { fill: #e6edf3 } [fill="#57606a"] { fill: #9198a1 }
[fill="#1a7f37"] { fill: #56d364 } [fill="#cf222e"] { fill: #ff7b72 }
}</style>"""


PAGE = """# brightnessd beside other programs

Written by `make compare`, on {machine}. The other programs are those of Debian:
{versions}.

Compare only numbers within a block: they are from one run, and the clients of the daemons are Python
programs, which take most of the time of a call. seatd and power-profiles-daemon do not control lights. They
are here because they also end what a client holds when the client dies. For seatd this is the client's turn
at the seat, for power-profiles-daemon a power profile, which it sets by a fake driver.

![Medians of all measurements](compare.svg)

## Measurements

"""

NOTES = """
* brightnessctl and light set a level once. To hold one, a shell script sets it, and restores it by a trap when
  the script ends.
* For brightnessd and power-profiles-daemon another user floods the daemon. seatd serves root alone, and ends
  connections whose replies do not fit into its buffer; the flooding client then connects again.
* In a hold and its release brightnessd writes the light's file twice, and before that its record. The
  other daemons write no such files.
* brightness idle and swayidle dim on a desktop of their own, with sway of Debian 13. swayidle begins and ends a
  hold of brightnessd by shell commands, as in [the recipe](recipes.md#by-swayidle).
"""


def markdown(result):
    versions = ", ".join(f"{name} {version}" for name, version in result["versions"].items() if name != "brightnessd")
    lines = [PAGE.format(machine=result["machine"], versions=versions) + "| | p50 | p99 |", "|---|---|---|"]
    for row in result["measurements"]:
        lines.append(f"| **{row['subject']}** ({row['unit']}) | | |")
        for name, value in row["values"].items():
            lines.append(f"| {name} | {number(value['p50'])} | {number(value['p99']) if 'p99' in value else ''} |")
    columns = result["faults"]["columns"]
    lines += ["", "## What a held level survives", "", "Each case was carried out. A dash means that it does not exist for the program.", "",
              "| the user's level is back, or kept, after | " + " | ".join(columns) + " |", "|---|" + "---|" * len(columns)]
    for row in result["faults"]["rows"]:
        lines.append(f"| {row['fault']} | " + " | ".join(WORDS[row["kept"][name]] for name in columns) + " |")
    left_out = "".join(f"* Left out: {name}, {reason}.\n" for name, reason in result["leftOut"].items())
    return "\n".join(lines) + "\n\n## Notes\n" + NOTES + left_out


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def svg(result):
    """Bars for each measurement on a scale of its own, then the faults."""
    parts, y = [], TOP
    for row in result["measurements"]:
        parts.append(text(10, y, f"{row['subject']} ({row['unit']})", weight="bold"))
        y += LINE
        longest = max(value["p50"] for value in row["values"].values()) or 1
        for name, value in row["values"].items():
            width = max(1, BARS * value["p50"] / longest)
            parts.append(text(LEFT - 8, y, name, anchor="end"))
            parts.append(f'<rect x="{LEFT}" y="{y - 11}" width="{width:.0f}" height="13" fill="{COLOURS.get(name, "#8b949e")}"/>')
            parts.append(text(LEFT + width + 6, y, number(value["p50"])))
            y += LINE
        y += LINE / 2
    columns = result["faults"]["columns"]
    step = 100
    parts.append(text(10, y + LINE, "the user's level is back, or kept, after", weight="bold"))
    for place, name in enumerate(columns):
        parts.append(text(LEFT + 60 + place * step, y + (LINE if place % 2 else 0), name, anchor="middle"))
    y += 2 * LINE
    for row in result["faults"]["rows"]:
        parts.append(text(10, y, row["fault"]))
        for place, name in enumerate(columns):
            kept = row["kept"][name]
            colour = {True: "#1a7f37", False: "#cf222e", None: "#8b949e"}[kept]
            parts.append(text(LEFT + 60 + place * step, y, WORDS[kept], anchor="middle", colour=colour, weight="bold"))
        y += LINE
    height = y + 10
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + 440}" height="{height:.0f}" font-family="sans-serif" font-size="12">',
            DARK, '<rect width="100%" height="100%" fill="white"/>', text(10, 18, f"medians, {result['machine']}; shorter is better", colour="#57606a"))
    return "\n".join((*head, *parts, "</svg>")) + "\n"


def text(x, y, words, anchor="start", weight="normal", colour="black"):
    words = words.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" font-weight="{weight}" fill="{colour}">{words}</text>'
