"""MSAL Python, as it comes from PyPI, at the end of a pipe.

Each line on standard input is a JSON object: {"call": NAME, ...arguments}. Each gets one line of JSON back. A call is
handed to the MSAL method of the same name; nothing is added but a count of the HTTP requests that MSAL makes, and a
clock that can be moved. The person at the browser is not in here: that is the test.

The first line holds the settings. With "cache" in them the tokens are kept where msal-extensions keeps them:
{"persistence": "file" or "libsecret", "path": PATH, "lock": "exclusive" or "portalocker"}; libsecret may also be given
"schema", "attributes" and "label".
"""

import base64
import json
import sys
import time

import msal
import requests


class CountingSession(requests.Session):
    """What MSAL sends its requests through; it counts them by path."""

    def __init__(self, ca_file):
        super().__init__()
        self.verify = ca_file
        self.paths = []

    def request(self, method, url, **options):
        self.paths.append(requests.utils.urlparse(url).path)
        return super().request(method, url, timeout=options.pop("timeout", 30), **options)


def token_cache(settings):
    if settings is None:
        return msal.SerializableTokenCache()
    if settings["lock"] == "exclusive":
        # As pip installs msal-extensions by default; it then falls back to a lock by the file's existence alone.
        sys.modules["portalocker"] = None
    import msal_extensions

    if settings["persistence"] == "libsecret":
        label = {"label": settings["label"]} if "label" in settings else {}
        persistence = msal_extensions.LibsecretPersistence(
            settings["path"], settings.get("schema"), settings.get("attributes"), **label)
    else:
        persistence = msal_extensions.FilePersistence(settings["path"])
    return msal_extensions.PersistedTokenCache(persistence)


class Client:
    def __init__(self, settings):
        self.session = CountingSession(settings["ca_file"])
        self.cache = token_cache(settings.get("cache"))
        self.application = msal.PublicClientApplication(
            settings["client_id"],
            authority=settings["authority"],
            instance_discovery=False,
            token_cache=self.cache,
            http_client=self.session,
        )
        self.flow = None

    def version(self):
        return {"version": msal.__version__}

    def persistence(self):
        """The class by which the tokens are kept."""
        kept = type(self.cache._persistence)
        return {"name": kept.__module__ + "." + kept.__name__}

    def advance_clock(self, seconds):
        now = time.time
        time.time = lambda: now() + seconds
        return {}

    def requests(self):
        """The paths asked for since the last call."""
        paths, self.session.paths = self.session.paths, []
        return {"paths": paths}

    def initiate_auth_code_flow(self, scopes, redirect_uri, **options):
        self.flow = self.application.initiate_auth_code_flow(scopes, redirect_uri=redirect_uri, **options)
        return {"auth_uri": self.flow["auth_uri"], "has_verifier": "code_verifier" in self.flow}

    def acquire_token_by_auth_code_flow(self, response):
        return self.application.acquire_token_by_auth_code_flow(self.flow, response)

    def initiate_device_flow(self, scopes):
        self.flow = self.application.initiate_device_flow(scopes)
        return self.flow

    def poll_device_flow(self):
        """One poll: MSAL ends its loop when the flow has expired, so the flow is set to expire now."""
        return self.application.acquire_token_by_device_flow(dict(self.flow, expires_at=0))

    def acquire_token_by_device_flow(self):
        return self.application.acquire_token_by_device_flow(self.flow)

    def accounts(self):
        return {"accounts": self.application.get_accounts()}

    def acquire_token_silent(self, scopes, username=None, **options):
        accounts = self.application.get_accounts(username)
        account = accounts[0] if accounts else None
        return self.application.acquire_token_silent_with_error(scopes, account, **options) or {"error": "no_token"}

    def add_response(self, uid, secret, environment="localhost"):
        """Stores a made-up response as MSAL does with every one: several changes, each under the lock."""
        info = json.dumps({"uid": uid, "utid": "tenant"}).encode()
        self.cache.add({
            "client_id": self.application.client_id,
            "scope": ["Files.Read"],
            "token_endpoint": f"https://{environment}/tenant/oauth2/v2.0/token",
            "environment": environment,
            "response": {
                "access_token": secret,
                "refresh_token": "refresh of " + secret,
                "client_info": base64.urlsafe_b64encode(info).decode().rstrip("="),
                "expires_in": 3600,
            },
        })
        return {}

    def tokens(self):
        """The secrets of all access tokens in the cache, as a search finds them."""
        found = self.cache.search(msal.TokenCache.CredentialType.ACCESS_TOKEN)
        return {"tokens": sorted(token["secret"] for token in found)}

    def remove_account(self, username):
        for account in self.application.get_accounts(username):
            self.application.remove_account(account)
        return {"cached": len(json.loads(self.cache.serialize() or "{}").get("RefreshToken", {}))}


def main():
    client = Client(json.loads(sys.stdin.readline()))
    print(json.dumps(client.version()), flush=True)
    for line in sys.stdin:
        arguments = json.loads(line)
        call = arguments.pop("call")
        try:
            answer = getattr(client, call)(**arguments)
        except Exception as error:
            answer = {"error": "exception", "error_description": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


main()
