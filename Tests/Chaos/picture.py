"""Draws what a run of the chaos test has found, as SVG."""

WIDTH, HEIGHT, LEFT, TOP = 760, 150, 60, 40
# Replaces the colours that attributes give.
DARK = """<style>@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } [fill="white"] { fill: #0d1117 } [stroke="black"] { stroke: #e6edf3 }
[stroke="lightgray"] { stroke: #30363d } [stroke="#1f6feb"] { stroke: #79b8ff }
}</style>"""


def drawn(result):
    samples = result["samples"]
    plots = [("descriptors of the daemon, at rest", "descriptors"), ("anonymous memory of the daemon, at rest (KiB)", "memory")]
    height = TOP + len(plots) * (HEIGHT + 50)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 20}" height="{height}" font-family="sans-serif" font-size="12">',
             DARK, '<rect width="100%" height="100%" fill="white"/>',
             f'<text x="{LEFT}" y="20">{result["counts"]["deaths"]} deaths in {result["seconds"]:.0f} s, {result["wrong"]} lights wrong; '
             'a gray line is the start of a daemon</text>']
    for number, (title, key) in enumerate(plots):
        parts += plot(samples, title, key, TOP + number * (HEIGHT + 50))
    return "\n".join(parts + ["</svg>"]) + "\n"


def plot(samples, title, key, top):
    longest = max(sample["second"] for sample in samples) or 1
    most = max(sample[key] for sample in samples) * 1.2 or 1

    def x(sample):
        return LEFT + WIDTH * sample["second"] / longest

    def y(value):
        return top + 20 + HEIGHT * (1 - value / most)

    yield f'<text x="{LEFT}" y="{top + 12}">{title}</text>'
    yield f'<path d="M{LEFT} {y(0):.1f}h{WIDTH}M{LEFT} {y(0):.1f}V{y(most):.1f}" stroke="black" fill="none"/>'
    for value in (0, most / 2, most):
        yield f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.0f}</text>'
    yield f'<text x="{LEFT + WIDTH}" y="{y(0) + 16:.1f}" text-anchor="end">{longest:.0f} s</text>'
    for before, sample in zip(samples, samples[1:]):
        if before["daemon"] != sample["daemon"]:
            yield f'<path d="M{x(sample):.1f} {y(0):.1f}V{y(most):.1f}" stroke="lightgray"/>'
    points = " ".join(f"{x(sample):.1f},{y(sample[key]):.1f}" for sample in samples)
    yield f'<polyline points="{points}" fill="none" stroke="#1f6feb" stroke-width="1.5"/>'
