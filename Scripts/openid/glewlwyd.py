"""glewlwyd of Debian's package: the package's settings, a database of its own, and its plugin for OpenID Connect."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import urllib.parse

from openid import browser as browsers
from openid import server
from openid.certificates import openssl
from openid.provider import NAME, PASSWORD, USER, Provider, address_and_code

SETTINGS = "/etc/glewlwyd/glewlwyd.conf"
SCHEMA = "/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3"
ADMINISTRATION = "/usr/share/glewlwyd/webapp/admin.js"
# The boxes of a new plugin that are ticked besides those that the administration page ticks.
TICKED = {"pkce-allowed": True, "auth-type-device-enabled": True, "refresh-token-one-use": "always"}


def page_settings():
    """What the administration page fills in for a new plugin, read from its script."""
    with open(ADMINISTRATION) as file:
        script = file.read()
    start = script.rfind("={", 0, script.index('"jwt-type":"rsa","jwt-key-size":"256"')) + 1
    depth, end = 0, start
    while end == start or depth > 0:
        depth += {"{": 1, "}": -1}.get(script[end], 0)
        end += 1
    text = re.sub(r"([{,])([A-Za-z_]+):", r'\1"\2":', script[start:end]).replace("!0", "true").replace("!1", "false")
    return json.loads(text)


class Glewlwyd(Provider):
    name = "glewlwyd"
    issuer_path = "/api/oidc"
    scopes, other_scopes = ["email"], ["phone"]
    needs = (
        "the redirect URI with its port; in the plugin's settings PKCE, and for the other steps the device grant and"
        " one-time refresh tokens")

    @classmethod
    def is_installed(cls):
        return shutil.which("glewlwyd") is not None and os.path.exists(SCHEMA)

    @property
    def version(self):
        """The version without Debian's part of it."""
        query = ["dpkg-query", "--show", "--showformat=${Version}", "glewlwyd"]
        return subprocess.run(query, capture_output=True, text=True).stdout.partition("-")[0]

    def start(self):
        self.redirect_uri = self.redirect_uri or f"http://localhost:{server.free_port()}/callback"
        with open(SCHEMA) as file, sqlite3.connect(f"{self.folder}/glewlwyd.db") as database:
            database.executescript(file.read())
        self.serve()
        self.register()

    def serve(self):
        port = server.free_port()
        with open(SETTINGS) as file:
            text = file.read()
        for pattern, line in [
                (r"^port=.*", f"port={port}"), (r"^external_url=.*", f'external_url="{self.front.origin}/"'),
                (r"^log_file=.*", f'log_file="{self.log}"'), (r'^#bind_address=.*', 'bind_address="127.0.0.1"'),
                (r"^@include.*glewlwyd-db.*", f'database = {{ type = "sqlite3" path = "{self.folder}/glewlwyd.db" }}')]:
            text, count = re.subn(pattern, line, text, flags=re.MULTILINE)
            if count == 0:
                raise RuntimeError(f"{SETTINGS} has no line {pattern}")
        with open(f"{self.folder}/glewlwyd.conf", "w") as file:
            file.write(text)
        self.server = server.Server(
            [shutil.which("glewlwyd"), "--config-file", f"{self.folder}/glewlwyd.conf"], port,
            self.log, self.folder)
        self.front.backend = port

    def register(self):
        """What an administrator does on its page, by the API that the page uses."""
        self.admin = browsers.Browser(self.ca_file, self.front.origin)
        self.call(self.admin, "auth/", {"username": "admin", "password": "password"})
        self.call(self.admin, "mod/plugin/", {
            "module": "oidc", "name": "oidc", "display_name": "OpenID Connect", "enabled": True,
            "parameters": page_settings() | TICKED | {"iss": self.issuer} | self.key_pair()})
        for scope in ("email", "profile", "phone"):
            self.call(self.admin, "scope/", {"name": scope, "display_name": scope, "password_required": True})
        scopes = ["openid", "email", "profile", "phone"]
        self.call(self.admin, "user/", {
            "username": USER, "password": PASSWORD, "name": NAME, "email": f"{USER}@example.test", "enabled": True,
            "scope": scopes + ["g_profile"]})
        self.call(self.admin, "client/", {
            "client_id": self.client_id, "name": "Keyfob", "enabled": True, "confidential": False, "scope": [],
            "authorization_type": ["code", "refresh_token", "device_authorization"],
            "redirect_uri": [self.redirect_uri]})

    def key_pair(self):
        openssl("genrsa", "-out", f"{self.folder}/private.pem", "2048")
        openssl("rsa", "-in", f"{self.folder}/private.pem", "-pubout", "-out", f"{self.folder}/public.pem")
        texts = {}
        for member, name in (("key", "private"), ("cert", "public")):
            with open(f"{self.folder}/{name}.pem") as file:
                texts[member] = file.read()
        return texts

    def call(self, browser, path, document, method="POST"):
        page = browser.send_json(f"{self.front.origin}/api/{path}", document, method)
        if page.status != 200:
            raise RuntimeError(f"{method} {path}: {page.status} {page.content[:300]}")
        return page

    def sign_in(self, browser, url):
        """The login page is a script that calls the API; these are its calls."""
        page = browser.get(url)
        for _ in range(3):
            asked = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(page.url).query))
            if "callback_url" not in asked:
                return page
            self.call(browser, "auth/", {"username": USER, "password": PASSWORD})
            self.call(browser, f"auth/grant/{self.client_id}/", {"scope": asked.get("scope", "openid")}, "PUT")
            page = browser.get(asked["callback_url"] + "&g_continue")
        return page

    def enter_code(self, browser, prompt):
        address, code = address_and_code(prompt)
        return self.sign_in(browser, f"{address}?code={code}")

    def revoke(self, browser, metadata, refresh_token):
        """On the user's page: the revocation endpoint is for clients with a secret."""
        tokens = json.loads(browser.get(f"{self.issuer}/token?limit=100").content)
        for one in tokens:
            if one["client_id"] == self.client_id and one["enabled"]:
                page = browser.delete(f"{self.issuer}/token/{urllib.parse.quote(one['token_hash'], safe='')}")
                if page.status != 200:
                    raise RuntimeError(f"the deletion of a token responded {page.status}")
        return "a deletion on the page for users"

    def new_key(self):
        """In the plugin's settings, as an administrator changes them."""
        page = self.admin.get(f"{self.front.origin}/api/mod/plugin/oidc")
        settings = json.loads(page.content)
        settings["parameters"] |= self.key_pair()
        self.call(self.admin, "mod/plugin/oidc", settings, "PUT")
        self.call(self.admin, "mod/plugin/oidc/reset/", {}, "PUT")
        return True
