"""Runs programs in a terminal of tmux, and reads what it shows, for Scripts/picture."""

import os
import re
import select
import shlex
import subprocess
from typing import NamedTuple

COLUMNS = 84
DIVIDER = "─" # stands between two panes
LONGEST = 60 # seconds without output
# A shell whose kill returns when the process has ended: bash reports the end before its next
# prompt, and otherwise sometimes only before the one after that.
SHELL = "PS1='$ '; kill() { builtin kill \"$@\"; wait \"${@: -1}\"; }\n"
COLOURS = re.compile(r"\x1b\[[\d;]*m")


class Frame(NamedTuple):
    """What a terminal shows at a moment: its rows with their colours, and the row that was typed, or None."""
    rows: list
    typed: int | None = None


class Terminal:
    """Panes below each other, of a height and with a command each."""

    def __init__(self, folder, environment, panes):
        self.folder, self.environment, self.panes = folder, environment, panes
        self.output = None

    def __enter__(self):
        os.mkfifo(f"{self.folder}/output")
        height = sum(rows for rows, _ in self.panes) + len(self.panes) - 1
        for number, (rows, command) in enumerate(self.panes):
            # Nothing is printed before the pane's output is connected.
            script = f"tmux -S {self.folder}/tmux wait-for {number}; exec {command}"
            if number == 0:
                self.tmux("new-session", "-d", "-c", self.folder, "-x", str(COLUMNS), "-y", str(height), script)
            else:
                self.tmux("split-window", "-v", "-c", self.folder, "-l", str(rows), script)
            self.tmux("pipe-pane", "-t", f"0.{number}", f"exec cat >{shlex.quote(self.folder)}/output")
        self.output = open(f"{self.folder}/output", "rb", buffering=0)
        for number in range(len(self.panes)):
            self.tmux("wait-for", "-S", str(number))
        return self

    def __exit__(self, *_):
        self.output.close()
        self.tmux("kill-server")

    def tmux(self, *arguments):
        command = ["tmux", "-u", "-f", "/dev/null", "-S", f"{self.folder}/tmux", *arguments]
        return subprocess.run(command, env=self.environment, check=True, capture_output=True, text=True).stdout

    def shown(self, *patterns):
        """Reads the panes after each output, until each matches its pattern."""
        while True:
            panes = [self.tmux("capture-pane", "-e", "-p", "-t", f"0.{number}").rstrip("\n").split("\n") for number in range(len(self.panes))]
            texts = [COLOURS.sub("", "\n".join(rows)) for rows in panes]
            if all(re.search(pattern, text, re.S) for pattern, text in zip(patterns, texts)):
                return Frame(self.joined(panes))
            if not select.select([self.output], [], [], LONGEST)[0] or not self.output.read(65536):
                raise SystemExit("cannot draw: the terminal does not come to show what is wanted:\n" + "\n\n".join(texts))

    def joined(self, panes):
        """The rows of all panes, without empty ones at the end."""
        rows = []
        for (height, _), pane in zip(self.panes, panes):
            rows += pane + [""] * (height - len(pane)) + [DIVIDER]
        return rows[: -1 - height + len(pane)]

    def type(self, line):
        """Types a line into the first pane; returns what is shown before the shell reads it."""
        self.tmux("send-keys", "-t", "0.0", "-l", line)
        rows = self.shown(re.escape(f"$ {line}") + "$").rows
        self.tmux("send-keys", "-t", "0.0", "Enter")
        return Frame(rows, typed=rows.index(f"$ {line}"))


class Program:
    """A program that runs in the background, and has started when it prints a text."""

    def __init__(self, command, environment, started=None):
        self.command, self.environment, self.started = command, environment, started
        self.process = None

    def __enter__(self):
        self.process = subprocess.Popen(self.command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if self.started and not any(self.started in line for line in self.process.stderr):
            raise SystemExit(f"cannot draw: '{self.command[0]}' has ended")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.communicate()
