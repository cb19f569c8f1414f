"""oidc-provider-mock: a provider for tests, which accepts every client and every user name."""

from openid import server
from openid.provider import NAME, USER, Provider


class OIDCProviderMock(Provider):
    name = "oidc-provider-mock"
    packages = ["oidc-provider-mock==0.3.4"]
    redirect_uri = "http://localhost"
    scopes, other_scopes = ["email"], ["phone"]
    keeps_grants = False
    # It refuses public clients, and accepts any secret.
    client_secret = "any"
    needs = (
        "a client secret, in `KEYFOB_CLIENT_SECRET`; every secret, client id, redirect URI and user name is accepted")

    def start(self):
        port = server.free_port()
        self.server = server.Server(
            [self.program("oidc-provider-mock"), "--port", str(port), "--user-claims",
             f'{{"sub": "{USER}", "email": "{USER}@example.test", "name": "{NAME}"}}'], port, self.log, self.folder)
        self.front.backend = port

    def sign_in(self, browser, url):
        page = browser.get(url)
        return browser.submit(page.form_with("sub"), {"sub": USER})

    def new_key(self):
        """Its keys, like its tokens, are in memory only: a start makes new ones."""
        self.stop()
        self.start()
        return True

    def revoke(self, browser, metadata, refresh_token):
        page = browser.send_json(f"{self.front.origin}/users/{USER}/revoke-tokens", {})
        if page.status != 204:
            raise RuntimeError(f"revoke-tokens responded {page.status}")
        return "a call of its API"
