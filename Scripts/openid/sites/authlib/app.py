"""An OpenID provider on Authlib's Flask integration, put together as its documentation and its two example servers do.

The grants have Authlib's defaults, with two settings that a public client needs: the method `none` at the token
endpoint, and a new refresh token at each refresh, because the old one is revoked.
"""

import json
import os
import time

from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector, current_token
from authlib.integrations.sqla_oauth2 import (
    OAuth2AuthorizationCodeMixin, OAuth2ClientMixin, OAuth2TokenMixin, create_bearer_token_validator,
    create_query_client_func, create_revocation_endpoint, create_save_token_func)
from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749 import grants
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oidc.core import UserInfo
from authlib.oidc.core.grants import OpenIDCode as OpenIDCodeExtension
from authlib.oidc.discovery import OpenIDProviderMetadata, get_well_known_url
from flask import Flask, jsonify, redirect, render_template_string, request, session, url_for
from flask_sqlalchemy import SQLAlchemy
from joserfc.jwk import KeySet
from werkzeug.middleware.proxy_fix import ProxyFix

db = SQLAlchemy()
authorization = AuthorizationServer()
require_oauth = ResourceProtector()
PUBLIC = ["client_secret_basic", "client_secret_post", "none"]
SCOPES = ["openid", "profile", "email", "address"]

LOGIN = '<form method="post"><input name="username"><button>Sign in</button></form>'
CONSENT = """<p>{{ grant.client.client_name }} requests {{ grant.request.payload.scope }}</p>
<form method="post"><input type="checkbox" name="confirm"><button>Submit</button></form>"""


class User(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    username = db.Column(db.String(40), unique=True)

    def get_user_id(self):
        return self.id


class Client(db.Model, OAuth2ClientMixin):
    id = db.Column(db.Integer, primary_key=True)


class AuthorizationCode(db.Model, OAuth2AuthorizationCodeMixin):
    id = db.Column(db.Integer, primary_key=True)
    user_id = db.Column(db.Integer)


class Token(db.Model, OAuth2TokenMixin):
    id = db.Column(db.Integer, primary_key=True)
    user_id = db.Column(db.Integer)

    @property
    def user(self):
        return db.session.get(User, self.user_id)


def issuer():
    return request.host_url.rstrip("/")


def keys():
    with open(os.environ["JWKS"]) as file:
        return KeySet.import_key_set(json.load(file))


def user_info(user, scope):
    info = UserInfo(sub=str(user.id), name=user.username)
    if "email" in scope:
        info["email"] = f"{user.username}@example.test"
    return info


class AuthorizationCodeGrant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = PUBLIC

    def save_authorization_code(self, code, request):
        payload = request.payload
        db.session.add(AuthorizationCode(
            code=code, client_id=request.client.client_id, redirect_uri=payload.redirect_uri, scope=payload.scope,
            user_id=request.user.id, nonce=payload.data.get("nonce"),
            code_challenge=payload.data.get("code_challenge"),
            code_challenge_method=payload.data.get("code_challenge_method")))
        db.session.commit()

    def query_authorization_code(self, code, client):
        item = AuthorizationCode.query.filter_by(code=code, client_id=client.client_id).first()
        return item if item and not item.is_expired() else None

    def delete_authorization_code(self, authorization_code):
        db.session.delete(authorization_code)
        db.session.commit()

    def authenticate_user(self, authorization_code):
        return db.session.get(User, authorization_code.user_id)


class RefreshTokenGrant(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = PUBLIC
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token):
        item = Token.query.filter_by(refresh_token=refresh_token).first()
        return item if item and not item.refresh_token_revoked_at else None

    def authenticate_user(self, refresh_token):
        return refresh_token.user

    def revoke_old_credential(self, refresh_token):
        refresh_token.access_token_revoked_at = refresh_token.refresh_token_revoked_at = int(time.time())
        db.session.commit()


class OpenIDCode(OpenIDCodeExtension):
    def exists_nonce(self, nonce, request):
        return AuthorizationCode.query.filter_by(client_id=request.payload.client_id, nonce=nonce).first() is not None

    def resolve_client_private_key(self, client):
        return keys()

    def get_client_claims(self, client):
        return {"iss": issuer()}

    def generate_user_info(self, user, scope):
        return user_info(user, scope)


def create_app():
    app = Flask(__name__)
    app.config.update(
        SECRET_KEY=os.urandom(16), OAUTH2_REFRESH_TOKEN_GENERATOR=True,
        SQLALCHEMY_DATABASE_URI=f"sqlite:///{os.environ['DATABASE']}")
    app.wsgi_app = ProxyFix(app.wsgi_app, x_proto=1, x_host=1)
    db.init_app(app)
    authorization.init_app(
        app, query_client=create_query_client_func(db.session, Client),
        save_token=create_save_token_func(db.session, Token))
    authorization.register_grant(AuthorizationCodeGrant, [OpenIDCode(require_nonce=True), CodeChallenge(required=True)])
    authorization.register_grant(RefreshTokenGrant)
    authorization.register_endpoint(create_revocation_endpoint(db.session, Token))
    require_oauth.register_token_validator(create_bearer_token_validator(db.session, Token)())
    add_pages(app)
    with app.app_context():
        register()
    return app


def register():
    """The user and the client, which the example servers create on a page."""
    db.create_all()
    if Client.query.first():
        return
    client = Client(client_id="keyfob-cli", client_secret="", client_id_issued_at=int(time.time()))
    client.set_client_metadata({
        "client_name": "Keyfob", "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
        "redirect_uris": [os.environ["REDIRECT_URI"]], "scope": " ".join(SCOPES), "token_endpoint_auth_method": "none"})
    db.session.add_all([client, User(username=os.environ["USERNAME"])])
    db.session.commit()


def add_pages(app):
    @app.route("/", methods=["GET", "POST"])
    def home():
        if request.method == "GET":
            return render_template_string(LOGIN)
        user = User.query.filter_by(username=request.form["username"]).first_or_404()
        session["id"] = user.id
        return redirect(request.args.get("next") or "/")

    @app.route("/oauth/authorize", methods=["GET", "POST"])
    def authorize():
        user = db.session.get(User, session.get("id", 0))
        if not user:
            return redirect(url_for("home", next=request.full_path))
        try:
            grant = authorization.get_consent_grant(end_user=user)
        except OAuth2Error as error:
            return authorization.handle_error_response(request, error)
        if request.method == "GET":
            return render_template_string(CONSENT, grant=grant)
        confirmed = user if request.form.get("confirm") else None
        return authorization.create_authorization_response(grant=grant, grant_user=confirmed)

    @app.route("/oauth/token", methods=["POST"])
    def issue_token():
        return authorization.create_token_response()

    @app.route("/oauth/revoke", methods=["POST"])
    def revoke_token():
        return authorization.create_endpoint_response("revocation")

    @app.route("/oauth/userinfo")
    @require_oauth("profile")
    def userinfo():
        return jsonify(user_info(current_token.user, current_token.scope))

    @app.route("/oauth/jwks")
    def jwks():
        return jsonify(keys().as_dict(private=False))

    @app.route(get_well_known_url("", external=False))
    def metadata():
        document = OpenIDProviderMetadata({
            "issuer": issuer(), "authorization_endpoint": url_for("authorize", _external=True),
            "token_endpoint": url_for("issue_token", _external=True), "jwks_uri": url_for("jwks", _external=True),
            "userinfo_endpoint": url_for("userinfo", _external=True),
            "revocation_endpoint": url_for("revoke_token", _external=True), "scopes_supported": SCOPES,
            "response_types_supported": ["code"], "subject_types_supported": ["public"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "id_token_signing_alg_values_supported": ["RS256"], "token_endpoint_auth_methods_supported": PUBLIC,
            "code_challenge_methods_supported": ["plain", "S256"]})
        document.validate()
        return jsonify(document)
