"""The reference for silent acquisition: MSAL Python over its in-memory cache, in one process, no network.

usage: silent.py ACCOUNTS     prints one JSON line per measurement
An account is what Benchmarks/Sources/SilentAcquisition makes of one: two access tokens, two refresh tokens, an id
token and the account. The cache is filled directly, since adding token responses one by one takes time that grows
with the square of their number; look-up does not see the difference.
"""

import json
import random
import sys
import time

import msal

CLIENT, TENANT = "aaaaaaaa-0000-4000-8000-000000000001", "11111111-1111-4111-8111-111111111111"
HOST = "login.microsoftonline.com"
GRANTED = ["api://files/Files.Read", "api://files/Files.ReadWrite"]
SECONDS = 2.0


class Discovery:
    """Answers the one request that the constructor makes, so that no network is measured."""

    def get(self, url, **_):
        base = f"https://{HOST}/{TENANT}"
        body = {
            "authorization_endpoint": base + "/oauth2/v2.0/authorize",
            "token_endpoint": base + "/oauth2/v2.0/token",
            "issuer": base + "/v2.0",
        }
        return type("Response", (), {"status_code": 200, "headers": {}, "text": json.dumps(body), "url": url})()

    post = get

    def close(self):
        pass


def fill(cache, count):
    now = int(time.time())

    def put(kind, entity):
        cache._cache.setdefault(kind, {})[cache.key_makers[kind](**entity)] = entity

    for index in range(count):
        uid = f"{index:08x}-0000-4000-8000-000000000000"
        common = {"home_account_id": f"{uid}.{TENANT}", "environment": HOST}
        client = {**common, "client_id": CLIENT}
        for target in (" ".join(GRANTED), "api://mail/Mail.Read"):
            put("AccessToken", {
                **client, "credential_type": "AccessToken", "secret": f"{index:08x}" + "a" * 892, "realm": TENANT,
                "target": target, "token_type": "Bearer", "cached_at": str(now), "expires_on": str(now + 86400),
                "extended_expires_on": str(now + 86400),
            })
        for extra in ({}, {"client_id": "another", "family_id": "1"}):
            put("RefreshToken", {
                **client, "credential_type": "RefreshToken", "secret": f"{index:08x}" + "r" * 592, **extra,
            })
        put("IdToken", {**client, "credential_type": "IdToken", "secret": f"{index:08x}" + "i" * 892, "realm": TENANT})
        put("Account", {
            **common, "realm": TENANT, "local_account_id": uid, "username": f"user{index}@contoso.test",
            "authority_type": "MSSTS",
        })


def measure(application, accounts, scopes, looking_up=False):
    """Nanoseconds of single calls: as many as fit into the time, 20 at least and 20,000 at most."""
    taken, end = [], time.perf_counter() + SECONDS
    while len(taken) < 20 or (len(taken) < 20_000 and time.perf_counter() < end):
        account = accounts[random.randrange(len(accounts))]
        started = time.perf_counter_ns()
        if looking_up:
            account = application.get_accounts(username=account["username"])[0]
        result = application.acquire_token_silent(scopes, account=account)
        taken.append(time.perf_counter_ns() - started)
        assert result and result["access_token"], "the reference found no token"
    return sorted(taken)


def main():
    count = int(sys.argv[1])
    random.seed(1)
    cache = msal.TokenCache()
    fill(cache, count)
    application = msal.PublicClientApplication(
        CLIENT, authority=f"https://{HOST}/{TENANT}", token_cache=cache, instance_discovery=False,
        http_client=Discovery())
    accounts = [
        {
            "home_account_id": f"{index:08x}-0000-4000-8000-000000000000.{TENANT}", "environment": HOST,
            "username": f"user{index}@contoso.test",
        }
        for index in range(count)
    ]
    hot = accounts[:: max(1, count // 100)][:100]
    for scopes_name, scopes in (("exact", GRANTED), ("subset", GRANTED[:1])):
        for name, chosen in (("hot", hot), ("looked up", hot), ("random", accounts)):
            taken = measure(application, chosen, scopes, name == "looked up")
            print(json.dumps({
                "accounts": count, "which": name, "scopes": scopes_name, "calls": len(taken),
                "p50_us": taken[len(taken) // 2] / 1000, "p99_us": taken[len(taken) * 99 // 100] / 1000,
            }), flush=True)


main()
