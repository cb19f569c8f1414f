"""The reference for `keyfob token`: a script that takes a cached token from a file with MSAL Python.

usage: cached_token.py CACHE.json ACCOUNT
The three lines at the end are the script; what stands before them answers the constructor's one request, so that no
network is measured.
"""

import json
import sys

import msal

BASE = "https://login.microsoftonline.com/11111111-1111-4111-8111-111111111111"


class Discovery:
    def get(self, url, **_):
        names = ("authorization_endpoint", "token_endpoint", "issuer")
        return type("Response", (), {"status_code": 200, "headers": {}, "text": json.dumps(dict.fromkeys(names, BASE))})()

    post = get

    def close(self):
        pass


cache = msal.SerializableTokenCache()
cache.deserialize(open(sys.argv[1]).read())
print(msal.PublicClientApplication(
    "aaaaaaaa-0000-4000-8000-000000000001", authority=BASE, token_cache=cache, instance_discovery=False,
    http_client=Discovery(),
).acquire_token_silent(["api://files/Files.Read"], {"home_account_id": sys.argv[2], "environment": "login.microsoftonline.com"})["access_token"])
