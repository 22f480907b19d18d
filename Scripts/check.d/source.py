"""Reads Swift and C for the checks: separates code from comments and literals, and lists files."""

import os

SWIFT, C = (".swift",), (".c", ".h")
FOLDERS = ("Sources", "Tests", "Benchmarks", "Examples", "Composable")


class Blanker:
    """Blanks comments and literals, and keeps every line and column where it was.

    Code inside a string's interpolation stays, quoted identifiers turn into underscores.
    """

    def __init__(self, text, swift):
        self.text, self.swift, self.out, self.at = text, swift, [], 0

    def run(self):
        self.code(until=None)
        return "".join(self.out)

    def code(self, until):
        """Keeps code up to the end of the file, or to the parenthesis that closes an interpolation."""
        depth = 0
        while self.at < len(self.text):
            character = self.text[self.at]
            if until and character == until and depth == 0:
                return
            depth += {"(": 1, ")": -1}.get(character, 0)
            if not self.prose(character):
                self.keep(1)

    def prose(self, character):
        """Passes over a comment or a literal, if one begins here."""
        if self.sees("//"):
            self.blank(self.end_of_line())
        elif self.sees("/*"):
            self.comment()
        elif character == '"' or (self.swift and character == "#"):
            return self.string()
        elif character == "'" and not self.swift:
            self.character_literal()
        elif character == "`" and self.swift:
            self.quoted_identifier()
        elif character == "/" and self.swift:
            return self.regex(hashes="")
        else:
            return False
        return True

    def comment(self):
        depth = 0
        while self.at < len(self.text):
            if self.sees("/*") and (self.swift or depth == 0):
                depth += 1
                self.blank(2)
            elif self.sees("*/"):
                depth -= 1
                self.blank(2)
                if depth == 0:
                    return
            else:
                self.blank(1)

    def string(self):
        start = self.at
        while start < len(self.text) and self.text[start] == "#":
            start += 1
        hashes = "#" * (start - self.at)
        if hashes and self.text.startswith("/", start):
            return self.regex(hashes)
        if not self.text.startswith('"', start):
            return False
        quote = '"""' if self.swift and self.text.startswith('"""', start) else '"'
        self.blank(len(hashes) + len(quote))
        self.string_content(quote + hashes, "\\" + hashes, multiline=quote == '"""')
        return True

    def string_content(self, end, escape, multiline):
        while self.at < len(self.text) and not self.sees(end):
            if self.swift and self.sees(escape + "("):
                self.blank(len(escape) + 1)
                self.code(until=")")
                self.blank(1)
            elif self.sees(escape):
                self.blank(len(escape) + 1)
            elif self.sees("\n") and not multiline:
                return
            else:
                self.blank(1)
        self.blank(len(end))

    def character_literal(self):
        self.blank(1)
        while self.at < len(self.text) and self.text[self.at] not in "'\n":
            self.blank(2 if self.sees("\\") else 1)
        self.blank(1)

    def quoted_identifier(self):
        end = self.text.find("`", self.at + 1)
        length = (end if end >= 0 else len(self.text) - 1) + 1 - self.at
        self.out.append("_" * length)
        self.at += length

    def regex(self, hashes):
        """A slash begins a regular expression where a division could not stand, and one closes it on the same line."""
        before = "".join(self.out[-40:]).rstrip(" ")[-1:]
        start = self.at + len(hashes) + 1
        end = self.text.find("/" + hashes, start)
        if not hashes and (before not in ("", *"(,=:{[\n") or self.text[start : start + 1] in " \t\n="):
            return False
        if end < 0 or (not hashes and "\n" in self.text[start:end]):
            return False
        self.blank(end + 1 + len(hashes) - self.at)
        return True

    def sees(self, word):
        return self.text.startswith(word, self.at)

    def end_of_line(self):
        end = self.text.find("\n", self.at)
        return (end if end >= 0 else len(self.text)) - self.at

    def keep(self, count):
        self.out.append(self.text[self.at : self.at + count])
        self.at += count

    def blank(self, count):
        piece = self.text[self.at : self.at + count]
        self.out.extend("\n" if character == "\n" else " " for character in piece)
        self.at += count


def code_of(path, text):
    """The text with its prose blanked; lines and columns stay."""
    return Blanker(text, swift=path.endswith(SWIFT)).run()


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def files(root, folders=FOLDERS, kinds=SWIFT + C):
    """The source files under some folders, as sorted paths relative to the root."""
    found = []
    for folder in folders:
        for place, inner, names in os.walk(os.path.join(root, folder)):
            inner[:] = [name for name in inner if not name.startswith(".")]
            found += [os.path.relpath(os.path.join(place, name), root) for name in names if name.endswith(kinds)]
    return sorted(found)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def repository():
    return os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def plant(root, tree):
    """Writes a tree given as {path: text}: the input of a self-test."""
    for path, text in tree.items():
        place = os.path.join(root, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w", encoding="utf-8") as file:
            file.write(text)


def expect(what, found, wanted):
    """Ends a self-test that found something else than it should."""
    if found != wanted:
        raise SystemExit(f"self-test failed: {what}\n  wanted: {wanted}\n  found:  {found}")
