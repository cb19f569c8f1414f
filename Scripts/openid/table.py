"""The two tables of the run, in the form of docs/openid-providers.md, and the comparison with that page."""

import re

STEPS = [
    ("sign-in", "sign_in"), ("silent", "silent"), ("forced refresh", "refresh"), ("another scope", "other_scope"),
    ("new signing key", "new_key"), ("revoked refresh token", "revoked"), ("logout", "logout"),
    ("device code", "device_code"), ("logout with revocation", "logout_revoked"),
]
BEGIN, END = "<!-- {name}: written by make interop-openid -->", "<!-- end of {name} -->"


def markdown(columns, rows):
    """The text of a table."""
    lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    for cells in rows:
        lines.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)


def tables(results):
    """The text of each table by its name."""
    names = [result["name"] for result in results]
    steps = [[title, *[result["cells"].get(step, "not reached") for result in results]] for title, step in STEPS]
    facts = list(dict.fromkeys(fact for result in results for fact in result["seen"]))
    seen = [[fact, *[result["seen"].get(fact, "not seen") for result in results]] for fact in facts]
    needs = [[result["name"], result["version"], result.get("command", ""), result["needs"]] for result in results]
    return {
        "needs": markdown(["provider", "version", "options of `keyfob login`", "what it needs"], needs),
        "steps": markdown(["", *names], steps),
        "seen": markdown(["", *names], seen),
    }


def block(name):
    begin, end = re.escape(BEGIN.format(name=name)), re.escape(END.format(name=name))
    return re.compile(f"({begin}\n)(.*?)({end})", re.DOTALL)


def written(page, texts):
    """The page with these tables."""
    for name, text in texts.items():
        if not block(name).search(page):
            raise SystemExit(f"The page has no place for the table {name}.")
        page = block(name).sub(lambda match: match[1] + text + "\n" + match[3], page)
    return page


def differences(page, texts):
    """The lines of the run that the page does not have, and the other way round."""
    found = []
    for name, text in texts.items():
        match = block(name).search(page)
        on_page = match[2].splitlines() if match else []
        run = text.splitlines()
        found += [f"{name}: only in the run: {line}" for line in run if line not in on_page]
        found += [f"{name}: only on the page: {line}" for line in on_page if line not in run]
    return found
