"""canaille, started by `canaille run` with a database in SQLite, and its user and client made by `canaille create`."""

import datetime
import json
import secrets
import time

from openid import server
from openid.provider import NAME, PASSWORD, USER, Provider


class Canaille(Provider):
    name = "canaille"
    packages = ["canaille[front,oidc,server,sqlite]==0.3.6"]
    scopes, other_scopes = ["email"], ["phone"]
    needs = (
        "`SERVER_NAME`, a database (here SQLite); a client with the method `none`, itself as audience, and the redirect "
        "URI with its port")

    def start(self):
        self.redirect_uri = self.redirect_uri or f"http://localhost:{server.free_port()}/callback"
        self.secret = secrets.token_hex(16)
        self.canaille("install")
        self.canaille("create", "user", "--user-name", USER, "--password", PASSWORD, "--emails",
                      f"{USER}@example.test", "--formatted-name", NAME, "--family-name", NAME.split()[1],
                      "--phone-numbers", "555-0100")
        self.canaille("create", "client", "--client-id", self.client_id, "--client-name", "Keyfob", "--redirect-uris",
                      self.redirect_uri, "--token-endpoint-auth-method", "none", "--grant-types", "authorization_code",
                      "--grant-types", "refresh_token", "--response-types", "code", "--scope", "openid", "--scope",
                      "profile", "--scope", "email", "--scope", "phone")
        # Its pages make the client an audience of its own tokens, its command does not.
        self.canaille("set", "client", self.client_id, "--audience", self.client_id)
        self.serve()

    @property
    def environment(self):
        return {
            "SECRET_KEY": self.secret, "CANAILLE_SQL__DATABASE_URI": f"sqlite:///{self.folder}/canaille.db",
            "SERVER_NAME": self.front.host, "PREFERRED_URL_SCHEME": "https",
            "CANAILLE_HYPERCORN__PROXY_MODE": "legacy", "PYTHONDONTWRITEBYTECODE": "1",
        }

    def canaille(self, *words):
        return self.command(self.program("canaille"), *words, environment=self.environment)

    def serve(self):
        port = server.free_port()
        self.server = server.Server(
            [self.program("canaille"), "run", "--bind", f"127.0.0.1:{port}"], port, self.log, self.folder,
            self.environment)
        self.front.backend = port

    def sign_in(self, browser, url):
        page = browser.get(url)
        for values in ({"login": USER}, {"password": PASSWORD}):
            form = page.form_with(*values)
            if form:
                page = browser.submit(form, values)
        form = page.form_with("answer")
        return browser.submit(form, button=("answer", "accept")) if form else page

    def revoke(self, browser, metadata, refresh_token):
        """By its command: the revocation endpoint is for clients with a secret."""
        found = json.loads(self.canaille("get", "token", "--refresh-token", refresh_token))
        now = datetime.datetime.now(datetime.timezone.utc).isoformat()
        self.canaille("set", "token", found[0]["token_id"], "--revokation-date", now)
        return "its command"

    def settle(self):
        """Its access tokens of one second are the same, which its database refuses with status 500."""
        time.sleep(1.1)

    def new_key(self):
        """Without a key in its settings, it makes one at each start."""
        self.stop()
        self.serve()
        return True
