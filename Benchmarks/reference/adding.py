"""One process of several that add accounts to one token cache by msal-extensions, and read each back, as fast as it can.

usage: adding.py add HOME ID SECONDS exclusive|portalocker   prints `ready`, waits for a line, then one line of JSON
       adding.py seed HOME ACCOUNTS                          fills a cache
       adding.py count HOME                                  prints how many accounts the cache has

msal-extensions locks with portalocker if that is installed, which pip does not do by itself; `exclusive` is without.
An account is what store-writing adds: an access token of 900 bytes, a refresh token of 600, an id token.
"""

import base64
import json
import os
import sys
import time

if "exclusive" in sys.argv:
    sys.modules["portalocker"] = None

import msal  # noqa: E402
import msal_extensions  # noqa: E402

CLIENT, TENANT = "aaaaaaaa-0000-4000-8000-000000000001", "11111111-1111-4111-8111-111111111111"
SCOPES = ["api://files/Files.Read", "api://files/Files.ReadWrite"]


def encoded(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def add(cache, user):
    claims = {"oid": user, "tid": TENANT, "sub": user, "preferred_username": f"{user}@contoso.test", "aud": CLIENT}
    cache.add({
        "client_id": CLIENT, "scope": SCOPES, "environment": "login.microsoftonline.com",
        "token_endpoint": f"https://login.microsoftonline.com/{TENANT}/oauth2/v2.0/token", "params": {}, "data": {},
        "grant_type": "authorization_code",
        "response": {
            "access_token": f"a-{user}-".ljust(900, "x"), "refresh_token": f"r-{user}-".ljust(600, "x"),
            "id_token": ".".join((encoded({"alg": "RS256", "typ": "JWT"}), encoded(claims), "s" * 342)),
            "expires_in": 3600, "token_type": "Bearer", "scope": " ".join(SCOPES),
            "client_info": encoded({"uid": user, "utid": TENANT}),
        },
    })


def found(cache, user):
    return any(True for _ in cache.search(
        msal.TokenCache.CredentialType.ACCESS_TOKEN, target=SCOPES, query={"home_account_id": f"{user}.{TENANT}"}))


def seed(path, count):
    # In memory, then written once: a file that is written for every account takes time that grows with the square.
    cache = msal.SerializableTokenCache()
    for number in range(count):
        add(cache, f"user{number}")
    msal_extensions.FilePersistence(path).save(cache.serialize())
    return {"accounts": count}


def count(path):
    with open(path) as file:
        return {"accounts": len(json.load(file).get("Account", {}))}


def race(path, name, seconds):
    cache = msal_extensions.PersistedTokenCache(msal_extensions.FilePersistence(path))
    waits, unread, failed = [], 0, 0
    print("ready", flush=True)
    sys.stdin.readline()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        user, started = f"{name}-{len(waits) + failed}", time.monotonic()
        try:
            add(cache, user)
        except Exception:
            failed += 1
            continue
        waits.append((time.monotonic() - started) * 1e6)
        try:
            unread += not found(cache, user)
        except Exception:
            unread += 1
    waits.sort()
    return {
        "id": name, "adds": len(waits), "failed": failed, "unread": unread,
        "p50_us": waits[len(waits) // 2] if waits else 0, "p99_us": waits[len(waits) * 99 // 100] if waits else 0,
        "longest_us": waits[-1] if waits else 0}


def main():
    match sys.argv[1:]:
        case ["seed", home, accounts]:
            result = seed(os.path.join(home, "msal.json"), int(accounts))
        case ["count", home]:
            result = count(os.path.join(home, "msal.json"))
        case ["add", home, name, seconds, _]:
            result = race(os.path.join(home, "msal.json"), name, float(seconds))
        case _:
            sys.exit(__doc__)
    print(json.dumps(result))


main()
