"""A third-party writer of one token cache file for KeyfobStoreTorture: torture-shared.py FILE exclusive|portalocker

MSAL Python's own PersistedTokenCache from msal-extensions over its FilePersistence. Before each save it reads the file
and reports every change to accounts of other writers. It reads commands `work WRITER SEED OPERATIONS`; with `careless`
after it, it never reloads the changes of other writers.
"""

import base64
import json
import logging
import os
import random
import sys
import time

if sys.argv[2] == "exclusive":
    # pip installs msal-extensions without it by default; the lock is then the file's existence alone.
    sys.modules["portalocker"] = None

import msal_extensions

SECTIONS = ("AccessToken", "RefreshToken", "Account")


def say(line):
    try:
        os.write(1, (line + "\n").encode())
    except BrokenPipeError:
        # The reader has closed the pipe.
        os._exit(0)


def entries(text):
    document = json.loads(text) if text else {}
    return {
        f"{section} {entry['home_account_id']}": entry.get("secret", "")
        for section in SECTIONS for entry in document.get(section, {}).values()}


class Forced(logging.Handler):
    """With portalocker the lock file is optional: after 5 s msal-extensions warns, and proceeds without it."""

    def emit(self, record):
        if "failed to create lock file" in record.getMessage():
            say("forced")


class WatchedFile(msal_extensions.FilePersistence):
    writer = "nobody"

    def save(self, content):
        try:
            with open(self.get_location(), encoding="utf-8") as file:
                before = entries(file.read())
        except FileNotFoundError:
            before = {}
        except ValueError:
            before = {}
            say("intruded not-whole")
        after = entries(content)
        for name, secret in before.items():
            is_own = f" {self.writer}-" in name
            if (name not in after) if is_own else after.get(name) != secret:
                say("dropped " + name)
        super().save(content)


def work(persistence, cache, writer, seed, operations):
    persistence.writer = writer
    choices, made = random.Random(seed), 0
    for number in range(operations):
        is_new = made == 0 or choices.randrange(100) < 60
        account = f"{writer}-{made if is_new else choices.randrange(made)}"
        made += is_new
        token = f"token-{account}-{number}"
        info = json.dumps({"uid": account, "utid": "tenant"}).encode()
        try:
            cache.add({
                "client_id": "client", "scope": ["Files.Read"], "environment": "contoso.test",
                "token_endpoint": "https://contoso.test/tenant/oauth2/v2.0/token", "params": {}, "data": {},
                "grant_type": "authorization_code",
                "response": {
                    "access_token": token, "refresh_token": "refresh-" + token, "expires_in": 3600,
                    "token_type": "Bearer", "scope": "Files.Read",
                    "client_info": base64.urlsafe_b64encode(info).decode().rstrip("="),
                },
            })
            say(f"stored {account} {token}")
        except Exception as error:
            say(f"failed {account} {type(error).__name__} {error}".replace("\n", " ")[:200])
        time.sleep(choices.randrange(60) / 1000)
    return f"done {operations}"


def main():
    logging.getLogger("msal_extensions").addHandler(Forced())
    persistence = WatchedFile(sys.argv[1])
    cache = msal_extensions.PersistedTokenCache(persistence)
    while line := sys.stdin.readline():
        match line.split():
            case ["work", writer, seed, operations, *manner]:
                if manner:
                    cache._reload_if_necessary = lambda: None
                say(work(persistence, cache, writer, int(seed), int(operations)))
            case _:
                say("ready")


main()
