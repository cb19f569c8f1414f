"""django-oauth-toolkit in a project of its own: see sites/django."""

import json
import secrets

from openid import server
from openid.certificates import openssl
from openid.provider import PASSWORD, USER, Provider, site


class Django(Provider):
    name = "django-oauth-toolkit"
    packages = ["django-oauth-toolkit==3.4.1", "Django==5.2.19"]
    redirect_uri = "http://127.0.0.1"
    scopes, other_scopes = ["read"], ["write"]
    issuer_path = "/o"
    needs = "the redirect URI `http://127.0.0.1`, at any port; an RSA key, and `openid` among `SCOPES`"

    def start(self):
        self.secret = secrets.token_hex(16)
        self.write_key()
        self.manage("migrate", "--verbosity", "0")
        self.manage("createsuperuser", "--noinput", "--username", USER, "--email", f"{USER}@example.test")
        self.manage("createapplication", "public", "authorization-code", "--name", "Keyfob", "--client-id",
                    self.client_id, "--redirect-uris", self.redirect_uri, "--algorithm", "RS256")
        self.serve()

    @property
    def environment(self):
        return {
            "PYTHONPATH": site("django"), "DJANGO_SETTINGS_MODULE": "settings", "SECRET_KEY": self.secret,
            "DJANGO_SUPERUSER_PASSWORD": PASSWORD, "PYTHONDONTWRITEBYTECODE": "1",
        }

    def manage(self, *words):
        output = self.command(self.python, "-m", "django", *words, environment=self.environment)
        if "Please correct the following errors" in output:
            raise RuntimeError(output)

    def serve(self):
        port = server.free_port()
        self.server = server.Server(
            [self.python, "-m", "django", "runserver", "--noreload", str(port)], port, self.log, self.folder,
            self.environment)
        self.front.backend = port

    def write_key(self):
        openssl("genrsa", "-out", f"{self.folder}/oidc.key", "2048")

    def sign_in(self, browser, url):
        page = self.pass_login(browser, browser.get(url))
        form = page.form_with("allow")
        return browser.submit(form, button=("allow", "Authorize")) if form else page

    def pass_login(self, browser, page):
        form = page.form_with("username", "password")
        return browser.submit(form, {"username": USER, "password": PASSWORD}) if form else page

    def revoke(self, browser, metadata, refresh_token):
        """The endpoint is in the metadata of RFC 8414 only."""
        document = json.loads(browser.get(f"{self.issuer}/.well-known/oauth-authorization-server").content)
        return super().revoke(browser, document, refresh_token)

    def new_key(self):
        self.write_key()
        self.stop()
        self.serve()
        return True
