"""The code blocks of docs/recipes.md, so that the page and the tests cannot differ."""

import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def block(title, language):
    """The first block in a language below a heading."""
    with open(f"{ROOT}/docs/recipes.md") as file:
        sections = re.split(r"^## ", file.read(), flags=re.M)
    section = next((section for section in sections if section.startswith(title + "\n")), None)
    if section is None:
        raise SystemExit(f"docs/recipes.md has no recipe '{title}'")
    found = re.search(rf"^```{language}\n(.*?)^```$", section, re.M | re.S)
    if not found:
        raise SystemExit(f"the recipe '{title}' has no block in '{language}'")
    return found[1]
