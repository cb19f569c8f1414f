"""The parts of a page that are written from data: each stands between two marks."""

import re


def replaced(text, page, name, content):
    """The page with a part's new content."""
    begin, end = (f"<!-- {word} of {name}: Scripts/render-benchmarks writes it. -->" for word in ("Begin", "End"))
    if begin not in text or end not in text:
        raise SystemExit(f"{page} has no place for {name}: {begin} and {end}")
    return re.sub(f"{re.escape(begin)}.*?{re.escape(end)}", lambda _: f"{begin}\n\n{content}\n\n{end}", text, flags=re.S)
