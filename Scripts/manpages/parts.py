"""What is written by hand for each page, in docs/man/parts.txt:

[COMMAND]
KEY: WORD...                 exit, environment, files, see: names of entries of keyfob.1, or of other pages
A sentence before an example.
    its lines, indented
"""


class Part:
    def __init__(self):
        self.keys = {}
        self.examples = []

    def words(self, key):
        return self.keys.get(key, [])


def read(text):
    parts, part = {}, None
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        key, colon, words = line.partition(": ")
        if line.startswith("["):
            part = parts.setdefault(line.strip("[]"), Part())
        elif line.startswith("    ") and part and part.examples:
            part.examples[-1][1].append(line[4:])
        elif colon and key in ("exit", "environment", "files", "see") and part:
            part.keys[key] = words.split()
        elif line and part:
            part.examples.append((line, []))
        elif line:
            raise SystemExit(f"docs/man/parts.txt:{number}: not understood: {line}")
    return parts
