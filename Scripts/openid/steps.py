"""The steps at one provider. Each returns the text of its cell, or fails with what was seen instead."""

import json
import urllib.parse

from openid import facts

INTERACTION_REQUIRED = 3


class Failure(Exception):
    """A step had another outcome than it must have."""


def require(condition, what):
    if not condition:
        raise Failure(what)


def require_scopes(wanted, result):
    """`offline_access` is a request for a refresh token, and no scope of an access token."""
    require(set(wanted) - {"offline_access"} <= set(result["scopes"]), f"the scopes are {result['scopes']}")


class Steps:
    """One provider, the tool, and a browser."""

    def __init__(self, provider, keyfob, browser, front):
        self.provider, self.keyfob, self.browser, self.front = provider, keyfob, browser, front
        self.metadata = {}
        self.seen = {}

    # What the record of the front says.

    def since(self, mark):
        return self.front.exchanges[mark:]

    def path(self, name):
        """The path of an endpoint, with one slash at its beginning, as Python's server of HTTP reports it."""
        return "/" + urllib.parse.urlsplit(self.metadata.get(name, "")).path.lstrip("/")

    def token_exchanges(self, mark):
        return [one for one in self.since(mark) if one.path == self.path("token_endpoint") and one.method == "POST"]

    @property
    def mark(self):
        return len(self.front.exchanges)

    # The steps.

    def sign_in(self):
        page = self.browser.get(self.provider.issuer.rstrip("/") + "/.well-known/openid-configuration")
        self.metadata = json.loads(page.content)
        mark = self.mark
        self.log_in(self.provider.scopes)
        request = next(
            (one.query for one in self.since(mark) if one.path == self.path("authorization_endpoint")), {})
        require(request.get("code_challenge_method") == "S256", "the authorization request has no PKCE by S256")
        exchange = self.token_exchanges(mark)[-1]
        require(exchange.form.get("code_verifier"), "the token request has no code_verifier")
        redirect = self.browser.redirects[-1] if self.browser.redirects else {}
        self.seen = facts.of(self.metadata, request, redirect, exchange.json)
        result = self.token(self.provider.scopes)
        self.show_to_api(result["accessToken"])
        return "yes"

    def silent(self):
        mark = self.mark
        result = self.token(self.provider.scopes)
        require(result["source"] == "cache", f"the source is {result['source']}")
        require(not self.since(mark), "the tool sent requests")
        return "yes, no request"

    def refresh(self):
        mark, last = self.mark, self.refresh_token
        outcome = self.force_refresh()
        if last is None:
            require(outcome.status == INTERACTION_REQUIRED, f"status {outcome.status}: {outcome.reason}")
            return "no refresh token is issued: a user signs in (status 3)"
        sent = self.refreshed(mark, last, outcome)
        rotated = sent != last
        outcome = self.force_refresh()
        self.refreshed(mark, sent, outcome)
        self.show_to_api(outcome.json["accessToken"])
        return "yes, rotated each time" if rotated else "yes, the refresh token stays"

    def other_scope(self):
        mark = self.mark
        wanted = self.provider.other_scopes
        outcome = self.keyfob.token(wanted)
        if outcome.status == 0:
            require_scopes(wanted, outcome.json)
            return "by refresh" if self.token_exchanges(mark) else "from the cache"
        require(outcome.status == INTERACTION_REQUIRED, f"status {outcome.status}: {outcome.reason}")
        refused = [one.json.get("error", "") for one in self.token_exchanges(mark) if one.status >= 400]
        self.log_in(wanted)
        result = self.token(wanted)
        require_scopes(wanted, result)
        # The next steps use the first scopes, and the new refresh token may not have them.
        self.log_in(self.provider.scopes)
        return "a user signs in (status 3)" + (f": the refresh gets `{refused[-1]}`" if refused else "")

    def new_key(self):
        before = self.published_keys()
        if not self.provider.new_key():
            return "not tried: it has no way to"
        mark = self.mark
        outcome = self.force_refresh()
        if outcome.status == 0 and self.id_tokens(mark):
            cell = "accepted by the next refresh"
        else:
            require(outcome.status in (0, INTERACTION_REQUIRED), f"status {outcome.status}: {outcome.reason}")
            if outcome.status != 0:
                require(not self.provider.keeps_grants, f"status {outcome.status}: {outcome.reason}")
            self.log_in(self.provider.scopes)
            cell = "accepted by the next sign-in"
        require(not before & self.published_keys(), "the provider still publishes the key before")
        return cell

    def revoked(self):
        token = self.refresh_token
        if token is None:
            return "no refresh token is issued"
        how = self.provider.revoke(self.browser, self.metadata, token)
        if how is None:
            return "not tried: it has no way to"
        mark = self.mark
        outcome = self.force_refresh()
        require(outcome.status == INTERACTION_REQUIRED, f"status {outcome.status}: {outcome.reason}")
        exchange = self.token_exchanges(mark)[-1]
        self.log_in(self.provider.scopes)
        error = f"`{exchange.json['error']}`" if "error" in exchange.json else f"{exchange.status} without a body"
        return f"a user signs in (status 3): {error}, after {how}"

    def logout(self):
        name = self.keyfob.accounts()[0]
        outcome = self.keyfob.run("logout", "--account", name)
        require(outcome.status == 0, f"status {outcome.status}: {outcome.reason}")
        require(not self.keyfob.accounts(), "the account is still listed")
        mark = self.mark
        outcome = self.keyfob.token(self.provider.scopes)
        require(outcome.status == INTERACTION_REQUIRED, f"status {outcome.status}: {outcome.reason}")
        require(not self.token_exchanges(mark), "a token was requested after the logout")
        return "yes"

    def device_code(self):
        if not self.offers_device_code:
            return "not offered"
        outcome = self.keyfob.login_by_device_code(
            self.provider.scopes, lambda line: self.provider.enter_code(self.browser, line))
        require(outcome.status == 0, f"status {outcome.status}: {outcome.reason}")
        self.show_to_api(self.token(self.provider.scopes)["accessToken"])
        return "yes"

    def logout_revoked(self):
        self.log_in(self.provider.scopes)
        token, name = self.refresh_token, self.keyfob.accounts()[0]
        mark = self.mark
        outcome = self.keyfob.run(
            "logout", "--account", name, "--client-id", self.provider.client_id, "--revoke", "--json")
        require(not self.keyfob.accounts(), "the account is still listed")
        if outcome.status != 0:
            require(outcome.status == 1 and outcome.json.get("revoked") is False, f"{outcome.status}: {outcome.reason}")
            sent = [one for one in self.since(mark) if "token" in one.form]
            why = f"the provider responds {sent[-1].status}" if sent else "not offered"
            return f"signed out here only (status 1): {why}"
        require(self.revoked_by(mark), "the tool sent no token to a revocation endpoint")
        if token is not None:
            form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": self.provider.client_id}
            if self.provider.client_secret:
                form["client_secret"] = self.provider.client_secret
            page = self.browser.post_form(self.metadata["token_endpoint"], form)
            require(page.status >= 400, f"the provider still accepts the refresh token: {page.status}")
        return "yes"

    # Parts of steps.

    def revoked_by(self, mark):
        return [one for one in self.since(mark) if one.method == "POST" and "token" in one.form and one.status == 200]

    def force_refresh(self):
        self.provider.settle()
        return self.keyfob.token(self.provider.scopes, "--force-refresh")

    def log_in(self, scopes):
        self.provider.settle()
        pages = []
        outcome = self.keyfob.login(scopes, lambda url: pages.append(self.provider.sign_in(self.browser, url)))
        last = f"; the last page was {pages[-1].url} ({pages[-1].status})" if pages else ""
        require(outcome.status == 0, f"login has status {outcome.status}: {outcome.reason}{last}")

    def token(self, scopes):
        outcome = self.keyfob.token(scopes)
        require(outcome.status == 0, f"token has status {outcome.status}: {outcome.reason}")
        return outcome.json

    def refreshed(self, mark, expected, outcome):
        """Checks a forced refresh, and returns the refresh token that the next one has to send."""
        require(outcome.status == 0, f"status {outcome.status}: {outcome.reason}")
        exchange = self.token_exchanges(mark)[-1]
        require(exchange.form.get("grant_type") == "refresh_token", f"the grant is {exchange.form.get('grant_type')}")
        require(exchange.form.get("refresh_token") == expected, "it sent another refresh token than the newest")
        require(outcome.json["accessToken"] == exchange.json["access_token"], "it printed another token")
        return exchange.json.get("refresh_token", expected)

    def show_to_api(self, access_token):
        """The provider itself accepts the access token, at its userinfo endpoint."""
        endpoint = self.metadata.get("userinfo_endpoint")
        if endpoint:
            page = self.browser.get_with_token(endpoint, access_token)
            require(page.status == 200, f"the userinfo endpoint responded {page.status}: {page.content[:200]}")

    @property
    def refresh_token(self):
        """The newest refresh token that the provider issued."""
        issued = [one.json["refresh_token"] for one in self.token_exchanges(0) if one.json.get("refresh_token")]
        return issued[-1] if issued else None

    @property
    def offers_device_code(self):
        """Whether its metadata have the endpoint: those of OpenID Connect, or of RFC 8414 below the issuer."""
        page = self.browser.get(self.provider.issuer.rstrip("/") + "/.well-known/oauth-authorization-server")
        return "device_authorization_endpoint" in self.metadata or (
            page.status == 200 and "device_authorization_endpoint" in page.content)

    def id_tokens(self, mark):
        return [one.json["id_token"] for one in self.token_exchanges(mark) if one.json.get("id_token")]

    def published_keys(self):
        """The RSA keys of the provider's JWK set, by their moduli."""
        keys = json.loads(self.browser.get(self.metadata["jwks_uri"]).content)["keys"]
        return {key["n"] for key in keys if key.get("kty") == "RSA"}
