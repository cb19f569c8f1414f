"""Genuine MSAL Python token cache on genuine msal-extensions in the keyring; it does what lines on its input say.

usage: persisted_cache.py SIGNAL-FILE SCHEMA [KEY=VALUE...]
  find          prints the secrets of all refresh tokens that it sees
  add SECRET    adds one, with everything that a token response brings
"""

import base64
import json
import sys

import msal_extensions

signal, schema, *pairs = sys.argv[1:]
cache = msal_extensions.PersistedTokenCache(
    msal_extensions.LibsecretPersistence(signal, schema, dict(pair.split("=", 1) for pair in pairs)))
for line in sys.stdin:
    action, *words = line.split()
    if action == "find":
        found = cache.search(cache.CredentialType.REFRESH_TOKEN)
        print(" ".join(sorted(entry["secret"] for entry in found)) or "none", flush=True)
    else:
        secret = words[0]
        info = json.dumps({"uid": secret, "utid": "t"}).encode()
        cache.add({
            "client_id": "c", "scope": ["s"], "token_endpoint": "https://login.microsoftonline.com/t/oauth2/v2.0/token",
            "response": {
                "access_token": "at-" + secret, "refresh_token": secret, "expires_in": 3600, "token_type": "Bearer",
                "client_info": base64.urlsafe_b64encode(info).decode().rstrip("=")},
        })
        print("added", flush=True)
