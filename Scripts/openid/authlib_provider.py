"""A provider on Authlib's Flask integration: see sites/authlib."""

import sqlite3
import time

from openid import server
from openid.provider import USER, Provider, site

NEW_KEY = """
import json, sys
from joserfc.jwk import KeySet, RSAKey
print(json.dumps(KeySet([RSAKey.generate_key(2048, auto_kid=True)]).as_dict(private=True)))
"""


class Authlib(Provider):
    name = "Authlib"
    packages = ["Authlib==1.9.10", "Flask==3.1.3", "Flask-SQLAlchemy==3.1.1"]
    scopes, other_scopes = ["email"], ["address"]
    needs = (
        "the redirect URI with its port; `none` in `TOKEN_ENDPOINT_AUTH_METHODS` of both grants, and"
        " `INCLUDE_NEW_REFRESH_TOKEN`")

    def start(self):
        self.redirect_uri = self.redirect_uri or f"http://localhost:{server.free_port()}/callback"
        self.write_key()
        self.serve()

    def serve(self):
        port = server.free_port()
        self.server = server.Server(
            [self.program("flask"), "--app", f"{site('authlib')}/app.py", "run", "--port", str(port)], port, self.log,
            self.folder, {
                "DATABASE": f"{self.folder}/authlib.db", "JWKS": f"{self.folder}/jwks.json", "USERNAME": USER,
                "REDIRECT_URI": self.redirect_uri, "PYTHONDONTWRITEBYTECODE": "1"})
        self.front.backend = port

    def write_key(self):
        with open(f"{self.folder}/jwks.json", "w") as file:
            file.write(self.command(self.python, "-c", NEW_KEY))

    def sign_in(self, browser, url):
        page = browser.get(url)
        if page.form_with("username"):
            page = browser.submit(page.form_with("username"), {"username": USER})
        return browser.submit(page.forms[0], {"confirm": "on"}) if page.forms else page

    def new_key(self):
        self.write_key()
        self.stop()
        self.serve()
        return True

    def revoke(self, browser, metadata, refresh_token):
        """In the database: the library's revocation endpoint is for clients with a secret."""
        with sqlite3.connect(f"{self.folder}/authlib.db") as database:
            changed = database.execute(
                "UPDATE token SET refresh_token_revoked_at = ? WHERE refresh_token = ?",
                (int(time.time()), refresh_token))
            if changed.rowcount != 1:
                raise RuntimeError("the refresh token is not in the database")
        return "a change of its database"
