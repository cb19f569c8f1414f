"""Compares docs/openid-oddities.md with Tests/Vectors/openid-oddities.tsv, which OddityTests runs. With --write it writes
the page."""

import json
import os
import sys

import tree

SOURCE, PAGE, LEAST = "Tests/Vectors/openid-oddities.tsv", "docs/openid-oddities.md", 90
GROUPS = {
    "metadata": "The provider's metadata",
    "authorization": "The response to the authorization request",
    "token": "The token response",
    "id-token": "The ID token",
    "userinfo": "UserInfo",
    "keys": "The issuer's keys",
    "refresh": "The refresh",
}
HEAD = """# What OpenID providers do besides the specifications

Providers differ: members are missing, null or of another type, errors have other forms, tokens are opaque. Each row is one
such difference of an otherwise usual provider, and what a sign-in there makes of it. `OddityTests` runs every row against a
scripted provider: it signs in with `--scope email`, serves the token from the store, and refreshes it twice. This page is
generated from `Tests/Vectors/openid-oddities.tsv` (`make oddities`); `make lint` fails if it is stale. What genuine
providers need is in [openid-providers.md](openid-providers.md).

*accepted*: the user is signed in. Any other word is the error's code, see [messages.md](messages.md); then no account is
stored, except with `serverDeclinedScopes`. *sent* is the `scope` of the authorization request, *scopes* those of the result,
*expires* the token's lifetime in seconds, *user* the account's name, *message* a part of the message, *refresh* the outcome
of the refresh.
"""


def shown(place, change):
    if isinstance(change, dict):
        parts = []
        for name, value in change.items():
            parts.append(f"no `{name}`" if value == "~absent" else f"`{name}: {json.dumps(value)}`")
        text = ", ".join(parts)
    else:
        text = f"`{json.dumps(change)}`"
    return f"{place}: {text}".replace("|", "\\|")


def main():
    faults, groups, seen = [], {name: [] for name in GROUPS}, set()
    for number, line in enumerate(tree.read(SOURCE).splitlines(), 1):
        if line.startswith("#"):
            continue
        cells = line.split("\t")
        group = cells[0].split("/")[0]
        if len(cells) != 5 or group not in GROUPS or cells[0] in seen:
            faults.append(f"{SOURCE}:{number}: expected five cells, a known group and a new name")
            continue
        seen.add(cells[0])
        parts = [part.strip() for part in cells[3].split(";")]
        outcome = ", ".join([parts[0]] + [f"{name} `{value}`" if value else f"no {name}" for name, value in
                                          (part.split("=", 1) for part in parts[1:])])
        groups[group].append(f"| {cells[4]} | {shown(cells[1], json.loads(cells[2]))} | {outcome} |")
    if len(seen) < LEAST:
        faults.append(f"{SOURCE}: {len(seen)} rows, and at least {LEAST} are wanted")
    page = HEAD
    for name, rows in groups.items():
        page += f"\n## {GROUPS[name]}\n\n| What | Change | Outcome |\n|---|---|---|\n" + "".join(row + "\n" for row in rows)
    if "--write" in sys.argv[1:] and not faults:
        with open(os.path.join(tree.ROOT, PAGE), "w", encoding="utf-8") as file:
            file.write(page)
    elif PAGE not in tree.paths() or tree.read(PAGE) != page:
        faults.append(f"{PAGE} is stale: run make oddities")
    tree.finish(faults)


if __name__ == "__main__":
    main()
