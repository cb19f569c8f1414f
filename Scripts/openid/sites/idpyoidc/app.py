"""An OpenID provider on idpyoidc and Flask, with the settings and the pages of its example, flask_op.

Only three things differ: the addresses; the method `public` at the token endpoint, for a client without a secret; and
the salt of subject identifiers is in a file, so that a user is the same one after a start.
"""

import json
import os

from flask import Flask, make_response, redirect, request
from idpyoidc.encrypter import default_crypt_config
from idpyoidc.message.oauth2 import ResponseMessage
from idpyoidc.message.oidc import AccessTokenRequest, AuthorizationRequest
from idpyoidc.server import Server
from idpyoidc.server.configure import OPConfiguration
from idpyoidc.server.exception import FailedAuthentication
from idpyoidc.server.oidc.token import Token

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.getcwd()
PASSWORD_ACR = "urn:oasis:names:tc:SAML:2.0:ac:classes:InternetProtocolPassword"
SECRETS = ["client_secret_post", "client_secret_basic", "client_secret_jwt", "private_key_jwt"]
OIDC = "idpyoidc.server.oidc"


def keys(name, definitions):
    return {"private_path": f"{FOLDER}/private/{name}", "key_defs": definitions, "read_only": False}


def endpoint(path, kind, **settings):
    return {"path": path, "class": kind, "kwargs": settings}


def configuration():
    return {
        "issuer": os.environ["ORIGIN"],
        "template_dir": f"{HERE}/templates",
        "httpc_params": {"verify": False},
        "add_on": {"pkce": {
            "function": "idpyoidc.server.oauth2.add_on.pkce.add_support",
            "kwargs": {"essential": False, "code_challenge_method": "S256 S384 S512"}}},
        "authz": {"class": "idpyoidc.server.authz.AuthzHandling", "kwargs": {"grant_config": {
            "usage_rules": {
                "authorization_code": {
                    "supports_minting": ["access_token", "refresh_token", "id_token"], "max_usage": 1},
                "access_token": {},
                "refresh_token": {"supports_minting": ["access_token", "refresh_token"]}},
            "expires_in": 43200}}},
        "authentication": {"user": {
            "acr": PASSWORD_ACR, "class": "idpyoidc.server.user_authn.user.UserPassJinja2",
            "kwargs": {
                "verify_endpoint": "/verify/user", "template": "user_pass.jinja2",
                "db": {"class": "idpyoidc.server.util.JSONDictDB", "kwargs": {"filename": f"{FOLDER}/passwd.json"}},
                "page_header": "Testing log in", "submit_btn": "Get me in!", "user_label": "Nickname",
                "passwd_label": "Secret sauce"}}},
        "preference": {
            "subject_types_supported": ["public", "pairwise"],
            "grant_types_supported": [
                "authorization_code", "implicit", "urn:ietf:params:oauth:grant-type:jwt-bearer", "refresh_token"]},
        "session_params": {
            "encrypter": default_crypt_config(),
            "sub_func": {"public": {
                "class": "idpyoidc.server.session.manager.PublicID",
                "kwargs": {"filename": f"{FOLDER}/private/salt"}}}},
        "claims_interface": {"class": "idpyoidc.server.session.claims.ClaimsInterface", "kwargs": {}},
        "cookie_handler": {"class": "idpyoidc.server.cookie_handler.CookieHandler", "kwargs": {
            "keys": keys("cookie_jwks.json", [
                {"type": "OCT", "use": ["enc"], "kid": "enc"}, {"type": "OCT", "use": ["sig"], "kid": "sig"}]),
            "name": {"session": "oidc_op", "register": "oidc_op_rp", "session_management": "sman"}}},
        "endpoint": {
            "provider_info": endpoint(
                ".well-known/openid-configuration", f"{OIDC}.provider_config.ProviderConfiguration",
                client_authn_method=None),
            "registration": endpoint("registration", f"{OIDC}.registration.Registration", client_authn_method=None,
                                     client_secret_expiration_time=432000),
            "authorization": endpoint(
                "authorization", f"{OIDC}.authorization.Authorization", client_authn_method=None,
                claims_parameter_supported=True, request_parameter_supported=True, request_uri_parameter_supported=True,
                response_types_supported=["code", "id_token", "code id_token"],
                response_modes_supported=["query", "fragment", "form_post"]),
            "token": endpoint("token", f"{OIDC}.token.Token", client_authn_method=SECRETS + ["public"]),
            "userinfo": endpoint("userinfo", f"{OIDC}.userinfo.UserInfo",
                                 claim_types_supported=["normal", "aggregated", "distributed"])},
        "keys": keys("jwks.json", [
            {"type": "RSA", "use": ["sig"]}, {"type": "EC", "crv": "P-256", "use": ["sig"]}]) | {"uri_path": "jwks"},
        "token_handler_args": {
            "jwks_def": keys("token_jwks.json", [
                {"type": "oct", "bytes": 24, "use": ["enc"], "kid": "code"},
                {"type": "oct", "bytes": 24, "use": ["enc"], "kid": "refresh"}]),
            "code": {"kwargs": {"lifetime": 600}},
            "token": {"class": "idpyoidc.server.token.jwt_token.JWTToken", "kwargs": {
                "lifetime": 3600, "add_claims": ["email", "email_verified", "phone_number", "phone_number_verified"],
                "add_claims_by_scope": True, "aud": ["https://example.org/appl"]}},
            "refresh": {"kwargs": {"lifetime": 86400}},
            "id_token": {"class": "idpyoidc.server.token.id_token.IDToken", "kwargs": {"base_claims": {
                "email": {"essential": True}, "email_verified": {"essential": True}}}}},
        "userinfo": {"class": "idpyoidc.server.user_info.UserInfo", "kwargs": {"db_file": f"{FOLDER}/users.json"}},
    }


def respond(point, asked, **args):
    info = point.do_response(request=asked, **args)
    if info.get("response_placement", point.response_placement) == "body":
        response = make_response(info["response"], info.get("response_code", 200))
    else:
        response = redirect(info["response"])
    for name, value in info["http_headers"]:
        response.headers[name] = value
    for cookie in info.get("cookie", []):
        settings = {name: value for name, value in cookie.items() if name != "name"}
        response.set_cookie(cookie["name"], **settings | {"path": "/", "samesite": "Lax"})
    return response


def refuse(text, status=400):
    message = ResponseMessage(error="invalid_request", error_description=text)
    return make_response(message.to_json(), status, {"Content-Type": "application/json"})


def create_app():
    app = Flask(__name__)
    server = Server(OPConfiguration(configuration()), cwd=FOLDER)
    with open(f"{FOLDER}/clients.json") as file:
        for client_id, client in json.load(file).items():
            server.context.cdb[client_id] = client

    def serve(name):
        point = server.get_endpoint(name)
        told = {
            "headers": {key: value for key, value in request.headers.items(lower=True)
                        if key not in ("cookie", "user-agent")},
            "method": request.method, "url": request.url,
            "cookie": [{"name": key, "value": value} for key, value in request.cookies.items()]}
        given = request.args.to_dict() if request.method == "GET" else request.data.decode() or request.form.to_dict()
        try:
            asked = point.parse_request(given, http_info=told)
            if isinstance(asked, ResponseMessage) and "error" in asked:
                return make_response(asked.to_json(), 400, {"Content-Type": "application/json"})
            whole = AccessTokenRequest(**asked) if isinstance(point, Token) else asked
            args = point.process_request(whole, http_info=told)
        except Exception as error:
            app.logger.exception("%s", name)
            return refuse(str(error))
        if "redirect_location" in args:
            return redirect(args["redirect_location"])
        if "http_response" in args:
            return make_response(args["http_response"], 200)
        return respond(point, asked, **args)

    @app.route("/jwks")
    def jwks():
        return server.context.keyjar.export_jwks()

    @app.route("/verify/user", methods=["POST"])
    def verify_user():
        method = server.context.authn_broker.get_method_by_id("user")
        try:
            username = method.verify(**request.form.to_dict())
        except FailedAuthentication as error:
            return make_response(str(error), 403)
        given = method.unpack_token(request.form["token"])
        asked = AuthorizationRequest().from_urlencoded(given["query"])
        point = server.get_endpoint("authorization")
        session_id = point.create_session(asked, username, given["authn_class_ref"], given["iat"], method)
        args = point.authz_part2(request=asked, session_id=session_id)
        if isinstance(args, ResponseMessage) and "error" in args:
            return make_response(args.to_json(), 400)
        return respond(point, request, **args)

    for name, path in [
            ("provider_config", "/.well-known/openid-configuration"), ("registration", "/registration"),
            ("authorization", "/authorization"), ("token", "/token"), ("userinfo", "/userinfo")]:
        app.add_url_rule(path, name, lambda name=name: serve(name), methods=["GET", "POST"])
    return app
