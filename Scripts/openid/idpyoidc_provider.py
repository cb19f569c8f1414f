"""A provider on idpyoidc with the settings of its example: see sites/idpyoidc."""

import json
import os

from openid import server
from openid.provider import NAME, PASSWORD, USER, Provider, site


class Idpyoidc(Provider):
    name = "idpyoidc"
    packages = ["idpyoidc==5.0.0", "Flask==3.1.3"]
    scopes, other_scopes = ["email", "offline_access"], ["phone", "offline_access"]
    # It issues a refresh token only for this scope, which it does not list, and which needs this prompt.
    login_options = ["--prompt", "consent"]
    keeps_grants = False
    needs = (
        "the redirect URI with its port; `public` among the methods of the token endpoint, and a file for the salt of"
        " subject identifiers; `offline_access`, which it does not list, needs `--prompt consent`")

    def start(self):
        self.redirect_uri = self.redirect_uri or f"http://localhost:{server.free_port()}/callback"
        os.makedirs(f"{self.folder}/private", exist_ok=True)
        self.write("passwd.json", {USER: PASSWORD})
        self.write("users.json", {USER: {
            "sub": "ada0001", "name": NAME, "given_name": NAME.split()[0], "family_name": NAME.split()[1],
            "nickname": USER, "email": f"{USER}@example.test", "email_verified": True, "phone_number": "555 0100"}})
        self.write("clients.json", {self.client_id: {
            "client_id": self.client_id, "token_endpoint_auth_method": "public",
            "subject_type": "public", "response_types": ["code"],
            "redirect_uris": [[self.redirect_uri, {}]], "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "allowed_scopes": ["openid", "profile", "email", "phone", "offline_access"]}})
        self.serve()

    def serve(self):
        port = server.free_port()
        self.server = server.Server(
            [self.program("flask"), "--app", f"{site('idpyoidc')}/app.py", "run", "--port", str(port)], port, self.log,
            self.folder, {"ORIGIN": self.front.origin, "PYTHONDONTWRITEBYTECODE": "1"})
        self.front.backend = port

    def write(self, name, document):
        with open(f"{self.folder}/{name}", "w") as file:
            json.dump(document, file)

    def sign_in(self, browser, url):
        page = browser.get(url)
        form = page.form_with("username", "password")
        return browser.submit(form, {"username": USER, "password": PASSWORD}) if form else page

    def new_key(self):
        """A start without the file of its keys makes new ones. Its sessions are in memory only."""
        self.stop()
        os.remove(f"{self.folder}/private/jwks.json")
        self.serve()
        return True

    def revoke(self, browser, metadata, refresh_token):
        """Its example has no revocation endpoint; a start forgets all tokens."""
        self.stop()
        self.serve()
        return "a restart"
