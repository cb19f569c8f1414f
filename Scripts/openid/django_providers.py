"""Providers that are Django applications, each in a project of its own: see sites."""

import json
import secrets

from openid import server
from openid.certificates import openssl
from openid.provider import PASSWORD, USER, Provider, address_and_code, site


class DjangoProject(Provider):
    """A project in sites that runs by Django's own server."""

    # The folder of the project in sites.
    project = ""

    def start(self):
        self.secret = secrets.token_hex(16)
        self.write_key()
        self.manage("migrate", "--verbosity", "0")
        self.manage("createsuperuser", "--noinput", "--username", USER, "--email", f"{USER}@example.test")
        self.register()
        self.serve()

    def register(self):
        """Registers the client."""
        raise NotImplementedError

    @property
    def environment(self):
        return {
            "PYTHONPATH": site(self.project), "DJANGO_SETTINGS_MODULE": "settings", "SECRET_KEY": self.secret,
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

    def new_key(self):
        self.write_key()
        self.stop()
        self.serve()
        return True

    def pass_login(self, browser, page):
        """Signs in on the administration's page, if that is the page."""
        form = page.form_with("username", "password")
        return browser.submit(form, {"username": USER, "password": PASSWORD}) if form else page


class Django(DjangoProject):
    name = "django-oauth-toolkit"
    packages = ["django-oauth-toolkit==3.4.1", "Django==5.2.19"]
    project = "django"
    redirect_uri = "http://127.0.0.1"
    scopes, other_scopes = ["read"], ["write"]
    issuer_path = "/o"
    needs = "the redirect URI `http://127.0.0.1`, at any port; an RSA key, and `openid` among `SCOPES`"

    def register(self):
        self.manage("createapplication", "public", "authorization-code", "--name", "Keyfob", "--client-id",
                    self.client_id, "--redirect-uris", self.redirect_uri, "--algorithm", "RS256")

    def sign_in(self, browser, url):
        page = self.pass_login(browser, browser.get(url))
        form = page.form_with("allow")
        return browser.submit(form, button=("allow", "Authorize")) if form else page

    def revoke(self, browser, metadata, refresh_token):
        """The endpoint is in the metadata of RFC 8414 only."""
        document = json.loads(browser.get(f"{self.issuer}/.well-known/oauth-authorization-server").content)
        return super().revoke(browser, document, refresh_token)


class DjangoOIDC(DjangoProject):
    name = "django-oidc-provider"
    packages = ["django-oidc-provider==0.9.0", "Django==5.2.19"]
    project = "django_oidc"
    issuer_path = "/openid"
    needs = "the redirect URI with its port; an RSA key, and a public client with the algorithm `RS256`"

    def register(self):
        self.redirect_uri = f"http://localhost:{server.free_port()}/callback"
        self.manage("creatersakey")
        self.manage("shell", "--command", OIDC_CLIENT.format(self.client_id, self.redirect_uri))

    def sign_in(self, browser, url):
        page = self.pass_login(browser, browser.get(url))
        form = page.form_with("allow")
        return browser.submit(form, button=("allow", "Authorize")) if form else page

    def new_key(self):
        self.manage("shell", "--command", "from oidc_provider.models import RSAKey; RSAKey.objects.all().delete()")
        self.manage("creatersakey")
        return True


OIDC_CLIENT = """
from oidc_provider.models import Client, ResponseType
client = Client(client_id={!r}, name="Keyfob", client_type="public", jwt_alg="RS256")
client.redirect_uris = [{!r}]
client.save()
client.response_types.add(ResponseType.objects.get(value="code"))
"""


class Allauth(DjangoProject):
    name = "django-allauth"
    packages = ["django-allauth[idp-oidc]==65.22.1", "Django==5.2.19", "requests==2.34.2"]
    project = "allauth"
    scopes, other_scopes = ["email"], ["phone"]
    needs = (
        "the redirect URI with its port; an RSA key; a public client with the grants `refresh_token` and, for the last"
        " column, device code")

    def register(self):
        self.redirect_uri = f"http://localhost:{server.free_port()}/callback"
        self.manage("shell", "--command", ALLAUTH_CLIENT.format(self.client_id, self.redirect_uri))

    def sign_in(self, browser, url):
        page = self.pass_login(browser, browser.get(url))
        form = page.form_with("action", "scopes")
        return browser.submit(form, button=("action", "grant")) if form else page

    def pass_login(self, browser, page):
        """On allauth's own page."""
        form = page.form_with("login", "password")
        return browser.submit(form, {"login": USER, "password": PASSWORD}) if form else page

    def enter_code(self, browser, prompt):
        address, code = address_and_code(prompt)
        page = self.pass_login(browser, browser.get(address))
        page = browser.submit(page.form_with("code"), {"code": code})
        return browser.submit(page.form_with("action"), button=("action", "confirm"))


ALLAUTH_CLIENT = """
from allauth.idp.oidc.models import Client
client = Client(id={!r}, name="Keyfob", type=Client.Type.PUBLIC)
client.set_redirect_uris([{!r}])
client.set_scopes(["openid", "profile", "email", "phone"])
client.set_grant_types([Client.GrantType.AUTHORIZATION_CODE, Client.GrantType.REFRESH_TOKEN,
                        Client.GrantType.DEVICE_CODE])
client.save()
"""
