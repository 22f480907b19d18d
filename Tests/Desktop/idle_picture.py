"""docs/idle.svg, which shows `brightness idle` in a terminal: sway counts the idle time, and wtype presses the key."""

import sys

from desktop import Desktop, Missed
from recipes import ROOT

sys.path.append(f"{ROOT}/Scripts")
import drawing # noqa: E402
from terminal import SHELL, Terminal # noqa: E402

PATH = "docs/idle.svg"


def draw():
    """A shell above `brightness watch`, whose levels follow."""
    with Desktop() as desktop:
        desktop.put("shell", SHELL)
        environment = desktop.environment | dict(TERM="xterm-256color", SHELL="/bin/sh")
        panes = (3, f"bash --noprofile --rcfile {desktop.folder}/shell"), (10, "brightness watch")
        with Terminal(desktop.folder, environment, panes) as terminal:
            frames = [terminal.shown(r"^\$$", "60%.*leave")]
            frames.append(terminal.type("brightness idle 5s"))
            frames.append(terminal.shown("idle$", "18%.*idle by.*leave"))
            desktop.press("a")
            frames.append(terminal.shown("active$", "^(?!.*18%).*60%.*leave"))
            return drawing.moving("The lights are dimmed after five seconds without input, and return at the next key", frames, chosen=2)


def is_right():
    """docs/idle.svg shows what the programs print."""
    with open(f"{ROOT}/{PATH}", encoding="utf-8") as file:
        if drawing.text(file.read()) != drawing.text(draw()):
            raise Missed(f"{PATH} shows another text; run `Scripts/test-desktop --picture >{PATH}`, and look at it")
