"""Compares docs/protocol.md with Tests/Vectors/protocol.tsv, which ProtocolTests runs. With --write it writes the page."""

import os
import re
import sys

import tree

SOURCE, PAGE, LEAST = "Tests/Vectors/protocol.tsv", "docs/protocol.md", 150
# Where the answers come from. Pages are those of Entra ID's public documentation, in MicrosoftDocs/entra-docs.
SOURCES = {
    "capture": "captured from Entra ID in August 2026, and compared word for word by `CapturedAnswerTests`",
    "capture-discovery": "discovery documents of Entra ID, as the public has captured them, 2026",
    "traffic": "Entra ID's answers in public issues, logs and recordings",
    "clients": "what the source code of Microsoft's clients expects",
    "codes": "`identity-platform/reference-error-codes`",
    "code-flow": "`identity-platform/v2-oauth2-auth-code-flow`",
    "implicit": "`identity-platform/v2-oauth2-implicit-grant-flow`",
    "device": "`identity-platform/v2-oauth2-device-code`",
    "creds": "`identity-platform/v2-oauth2-client-creds-grant-flow`",
    "certificate": "`identity-platform/certificate-credentials`",
    "obo": "`identity-platform/v2-oauth2-on-behalf-of-flow`",
    "ropc": "`identity-platform/v2-oauth-ropc`",
    "oidc": "`identity-platform/v2-protocols-oidc`",
    "userinfo": "`identity-platform/userinfo`",
    "tokens": "`identity-platform/access-tokens`, `id-tokens`, `refresh-tokens` and their references of claims",
    "claims": "`identity-platform/optional-claims`",
    "consent": "`identity-platform/scopes-oidc`",
    "reply": "`identity-platform/reply-url`",
    "saml": "`identity-platform/single-sign-on-saml-protocol`",
    "ca": "Conditional Access, `identity/conditional-access`",
    "b2b": "guests, `external-id/what-is-b2b`",
    "v1": "the version 1 endpoints, from the documentation of Azure AD for developers (v1.0)",
    "memory": "general knowledge: not verified, or not for this case",
    "here": "this provider's own choice; the note says what differs",
}
STANDARD = re.compile(r"RFC \d+( [\d.]+)?|OIDC Core [\d.]+")
GIVEN = {
    "signed-in": "Ada is signed in in the browser, and has consented to `Files.Read`",
    "signed-in-twice": "Ada and Grace are signed in",
    "consented": "Ada has consented to `Files.Read`; with a prefix, for that client, and to all that the row requests",
    "factor": "Ada has a phone as a second factor",
    "role": "an administrator has granted the client the role `Files.Read.All`",
    "files-v1": "the API's registration asks for version 1 tokens",
    "idtyp": "the API's registration asks for the claim `idtyp`",
    "certificate": "the client's certificate is registered",
    "other-federation": "the client has a federated credential of another issuer",
    "secret": "the client has a secret",
    "rs256": "keys are RSA, as at Entra ID",
    "policy:CONTROL": "a Conditional Access policy requires this control of all users for all apps",
    "frequency": "a policy requires the password every hour",
    "later:N": "N seconds have passed since the codes and tokens of the request were issued",
    "disabled": "Ada's account is disabled",
    "revoked": "Ada's tokens are revoked",
    "locked": "ten wrong passwords were tried",
    "polled": "the same request was sent before",
    "asserted": "the same request was sent before",
}
HEAD = """# The protocol beside Entra ID

Requests, and how Entra ID responds to them. `ProtocolTests` sends each to the provider in memory. This page is generated
from `Tests/Vectors/protocol.tsv` (`make protocol`); `make lint` fails if it is stale.

Where Entra ID's behaviour is not documented and was not captured, the row says *memory*: there the provider's answer is
a guess, and the row shows when it changes.

In every JSON error `error_description` is `AADSTSn: text Trace ID: … Correlation ID: … Timestamp: …`, `error_codes` is
`[n]`, and `timestamp`, `trace_id` and `correlation_id` are there. In every redirect `state` is the request's. A page shows
its number, and nothing is sent to the client.

*Members*: `name` is present, `!name` absent, `name=value` has that value, `name~part` contains it, `name:type` is of that
type, `only=a,b` are all members. `access_token.ver` is a claim, `access_token#kid` a member of the token's header, and
`@Name` a field of the response's header. Names in braces stand for ids of registrations, and for codes, tokens and
secrets that genuine requests make first.
"""

COMPARED = """The text of these pages was compared: `codes`, `code-flow`, `device`, `implicit`, `obo`, `reply` and `ropc`. The other keys
name where the behaviour is documented; their pages were not read again for this table."""


def rows(faults):
    bases, found = {}, []
    for number, line in enumerate(tree.read(SOURCE).splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        cells = line.split("\t")
        if line.startswith("@"):
            bases[cells[0][1:]] = cells[1:]
            continue
        if len(cells) != 13 or cells[1] not in bases or not re.fullmatch(r"[\w-]+/[\w-]+", cells[0]):
            faults.append(f"{SOURCE}:{number}: expected 13 cells, a group and a name, and a base that is declared above")
            continue
        for source in cells[12].split(";")[0].split(", "):
            if source not in SOURCES and not STANDARD.fullmatch(source):
                faults.append(f"{SOURCE}:{number}: '{source}' is no source that {__file__.rsplit('/', 1)[1]} lists")
        known = {word.split(":")[0] for word in GIVEN}
        for word in cells[4].split():
            if word.split(":")[0] not in known and not word.endswith("-consented"):
                faults.append(f"{SOURCE}:{number}: '{word}' is not explained in {__file__.rsplit('/', 1)[1]}")
        found.append(cells)
    seen = {}
    for cells in found:
        for key in (cells[0], tuple(cells[1:6])):
            if key in seen:
                faults.append(f"{SOURCE}: {cells[0]} repeats {seen[key]}") if seen[key] != cells[0] else None
            seen[key] = cells[0]
    if len(found) < LEAST:
        faults.append(f"{SOURCE}: {len(found)} rows, and at least {LEAST} are wanted")
    return bases, found


def code(text):
    return f"`{text}`" if text else ""


def response(cells):
    status, place, error, number, suberror = cells[6:11]
    parts = [status, place]
    if number:
        parts.append(code(error) if place != "page" else "")
        parts.append(number)
        parts.append(code(suberror))
    return " ".join(part for part in parts if part)


def page(bases, found):
    unsure = sum(1 for cells in found if "memory" in cells[12])
    lines = [HEAD, f"{len(found)} rows; {unsure} of them rest on memory in part.", "", "## Sources", "", COMPARED, ""]
    lines += ["| key | source |", "|---|---|"] + [f"| {key} | {text} |" for key, text in SOURCES.items()]
    lines += ["", "## What happened before", "", "| word | meaning |", "|---|---|"]
    lines += [f"| `{key}` | {text} |" for key, text in GIVEN.items()]
    lines += ["", "## Bases", "", "A row's request is its base with changes: `a=b` sets a parameter, `-a` omits it, `+a=b` repeats"]
    lines += ["it, `@Name=b` sets a field of the header.", "", "| base | request |", "|---|---|"]
    for name, (method, path, parameters) in bases.items():
        shown = " ".join(code(part) for part in (f"{method} {path}".strip(), parameters) if part)
        lines.append(f"| {name} | {shown} |")
    group = None
    for cells in found:
        head, name = cells[0].split("/")
        if head != group:
            group = head
            lines += ["", f"## {head}", "", "| row | request | before | response | members | source |", "|---|---|---|---|---|---|"]
        request = " ".join(part for part in (cells[1], code(cells[2]), code(cells[3])) if part)
        before = " ".join(([code(cells[4])] if cells[4] else []) + (["*strict*"] if cells[5] else []))
        row = [name, request, before, response(cells), code(cells[11].strip()), cells[12]]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    faults = []
    text = page(*rows(faults))
    if "--write" in sys.argv[1:] and not faults:
        with open(os.path.join(tree.ROOT, PAGE), "w", encoding="utf-8") as file:
            file.write(text)
    elif PAGE not in tree.paths() or tree.read(PAGE) != text:
        faults.append(f"{PAGE} is stale: run make protocol")
    tree.finish(faults)
