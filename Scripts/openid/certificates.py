"""A certification authority for one run, and a certificate for localhost."""

import subprocess

EXTENSIONS = """subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1
basicConstraints=CA:FALSE
"""


def make(folder):
    """Writes ca.pem and server.pem, which has the key too, into a folder, and returns the two names."""
    authority, server = f"{folder}/ca.pem", f"{folder}/server.pem"
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    openssl("req", "-x509", *key, "-keyout", f"{folder}/ca.key", "-out", authority, "-days", "30",
            "-subj", "/CN=Interop test authority", "-addext", "keyUsage=critical,keyCertSign,cRLSign")
    openssl("req", *key, "-keyout", f"{folder}/server.key", "-out", f"{folder}/server.csr", "-subj", "/CN=localhost")
    with open(f"{folder}/extensions", "w") as file:
        file.write(EXTENSIONS)
    openssl("x509", "-req", "-in", f"{folder}/server.csr", "-CA", authority, "-CAkey", f"{folder}/ca.key",
            "-CAcreateserial", "-out", f"{folder}/server.crt", "-days", "30", "-extfile", f"{folder}/extensions")
    with open(server, "w") as whole:
        for name in ("server.key", "server.crt"):
            with open(f"{folder}/{name}") as part:
                whole.write(part.read())
    return authority, server


def openssl(*arguments):
    done = subprocess.run(["openssl", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"openssl {arguments[0]} failed: {done.stderr.strip()}")
