"""Text in the language of manual pages."""

import re

ESCAPES = {"\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti"}


def plain(text):
    """Text that stands for itself, in the line of a page."""
    escaped = "".join(ESCAPES.get(character, character) for character in text)
    return "\\&" + escaped if escaped.startswith(".") else escaped


def bold(text):
    return f"\\fB{plain(text)}\\fR"


def italic(text):
    return f"\\fI{plain(text)}\\fR"


def paragraphs(text):
    """Text as lines of a page: each sentence on one, and .PP between paragraphs."""
    lines = []
    for paragraph in re.split(r"\n\s*\n", (text or "").strip()):
        sentences = [part.strip() for part in re.split(r"(?<=[.:]) +|\n", paragraph) if part.strip()]
        lines += ([".PP"] if lines and sentences else []) + [plain(sentence) for sentence in sentences]
    return lines


def example(lines):
    """Lines of a terminal, as they are."""
    return [".PP", ".nf", ".RS", *(plain(line) if line else "\\&" for line in lines), ".RE", ".fi"]
