"""The sections of keyfob.1, which is written by hand: what it says of the environment, of files and of the exit status is
taken from there for the other pages.
"""

import re


class Overview:
    def __init__(self, text):
        self.sections = {}
        for part in text.split("\n.SH ")[1:]:
            title, body = part.split("\n", 1)
            self.sections[title.strip('"')] = self._entries(body)

    @staticmethod
    def _entries(body):
        """The entries of a section: [(the words of the tag, the lines)]."""
        found = []
        for entry in body.split(".TP\n")[1:]:
            tag = entry.split("\n", 1)[0]
            words = set(re.sub(r"^\.\w+ |\\f[BRI]|\\", "", tag).replace(",", " ").replace('"', " ").split())
            found.append((words, [".TP", *re.split(r"\n\.PP\n|\n\.SS ", entry)[0].rstrip("\n").split("\n")]))
        return found

    def entries(self, section, names):
        """The lines of the entries whose tags have one of the names, in the order of the page."""
        found = [(words, lines) for words, lines in self.sections[section] if words & set(names)]
        missing = set(names) - set().union(*(words for words, _ in found))
        if missing:
            raise SystemExit(f"docs/man/man1/keyfob.1 has no entry for {', '.join(sorted(missing))} in {section}")
        return [line for _, lines in found for line in lines]

    def description(self, command):
        """What the page says of a command, without the tag."""
        return self.entries("COMMANDS", [command])[2:]
