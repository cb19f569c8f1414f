"""The file copyright: Keyfob's licence, and those of the packages that are linked into the executables."""

import json
import os
import sys

from archive import PROJECT

HEADER = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Keyfob
Comment: The executables contain the Swift packages that are listed below, and Swift's own libraries, which are under
 the Apache License 2.0 with the Runtime Library Exception.

Files: *
Copyright: 2026 The Keyfob authors
License: Apache-2.0
 On Debian systems the text of the Apache License 2.0 is in /usr/share/common-licenses/Apache-2.0.
"""


def copyright():
    with open(f"{PROJECT}/Package.resolved", encoding="utf-8") as resolved:
        pins = json.load(resolved)["pins"]
    parts = [HEADER]
    for pin in sorted(pins, key=lambda pin: pin["identity"]):
        name = pin["location"].rstrip("/").split("/")[-1].removesuffix(".git")
        parts.append(f"\n{'=' * 78}\n{name} {pin['state'].get('version', '')}, {pin['location']}\n\n{texts(name)}")
    return "".join(parts)


def texts(name):
    folder = f"{PROJECT}/.build/checkouts/{name}"
    found = sorted(file for file in os.listdir(folder) if file.upper().startswith(("LICENSE", "NOTICE"))) \
        if os.path.isdir(folder) else []
    if not found:
        sys.exit(f"The licence of {name} is missing: {folder} has no such file. Build first: make build")
    texts = []
    for file in found:
        with open(f"{folder}/{file}", encoding="utf-8") as opened:
            text = opened.read()
        # One text for the many packages that are under the same licence.
        is_apache = "Apache License" in text and "TERMS AND CONDITIONS" in text
        texts.append(f"{file}: Apache-2.0, as above{exception(text)}\n" if is_apache else text)
    return "\n".join(texts)


def exception(text):
    return ", with the Runtime Library Exception" if "Runtime Library Exception" in text else ""
