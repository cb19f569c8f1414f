"""Requires that redirect URIs and issuers are compared byte by byte (RFC 3986 section 6.2.1, OpenID Connect Core section
3.1.3.7).

`==` on Swift strings is canonical equivalence: it considers two encodings of a character equal, which are two addresses for
a server. Files that compare other types are listed, with the reason.
"""

import re

import tree

KNOWN = {
    # Distinguished names, compared attribute by attribute.
    "Sources/KeyfobCrypto/X509/Users/RevocationList.swift",
    "Sources/KeyfobCrypto/X509/Users/UserCertificateVerifier.swift",
}
NAME = r"\b(?:redirectURI|issuer|recipient)(?:\.value)?\??"
COMPARED = re.compile(rf"{NAME}\s*[!=]=(?!\s*nil\b)|[!=]=\s*(?:[\w$]+\.)*{NAME}(?![\w.])")


def faults(path, text):
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//")[0]
        if COMPARED.search(code):
            yield f"{path}:{number}: compare with utf8.elementsEqual or ConstantTime.equal: {line.strip()}"


if __name__ == "__main__":
    found = []
    for path in tree.swift("Sources"):
        if path not in KNOWN:
            found += faults(path, tree.read(path))
    tree.finish(found)
