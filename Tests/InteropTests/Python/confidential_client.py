"""Confidential clients at the end of a pipe: MSAL Python and azure-identity, as they come from PyPI.

Each line on standard input is a JSON object: {"call": NAME, ...arguments}. Each gets one line of JSON back. The first
line holds the settings: the provider's origin, the tenant, the client id and the CA file.

One thing is added: MSAL asks for the user's realm at the authority's host without its port, as it can at the real
service; here that request gets the provider's port.
"""

import base64
import datetime
import json
import sys
import tempfile
import urllib.parse

import azure.core.exceptions
import azure.identity
import cryptography.x509
import jwt
import msal
import requests
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID


class Session(requests.Session):
    """What MSAL sends its requests through; it keeps the fields of the last response."""

    def __init__(self, settings):
        super().__init__()
        self.verify = settings["ca_file"]
        self.netloc = urllib.parse.urlparse(settings["origin"]).netloc
        self.paths = []

    def request(self, method, url, **options):
        parts = urllib.parse.urlsplit(url)
        self.paths.append(parts.path)
        if "/userrealm/" in parts.path:
            url = urllib.parse.urlunsplit(parts._replace(netloc=self.netloc))
        return super().request(method, url, timeout=options.pop("timeout", 30), **options)


class Client:
    def __init__(self, settings):
        self.settings = settings
        self.session = Session(settings)
        self.flow = None
        self.application = None

    def version(self):
        return {"msal": msal.__version__, "azure-identity": azure.identity.__version__}

    def make_certificate(self, common_name):
        """A key with a self-signed certificate, in the forms in which the libraries and the provider take them."""
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        name = cryptography.x509.Name([cryptography.x509.NameAttribute(NameOID.COMMON_NAME, common_name)])
        now = datetime.datetime.now(datetime.timezone.utc)
        certificate = (
            cryptography.x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
            .serial_number(cryptography.x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(hours=1)).not_valid_after(now + datetime.timedelta(days=30))
            .sign(key, hashes.SHA256()))
        return {
            "private_key": key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption()).decode(),
            "public_certificate": certificate.public_bytes(serialization.Encoding.PEM).decode(),
            "thumbprint": certificate.fingerprint(hashes.SHA1()).hex(),
            "der": base64.b64encode(certificate.public_bytes(serialization.Encoding.DER)).decode(),
        }

    def make_issuer(self):
        """A key of another issuer, and its JWK Set."""
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        jwk = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key()))
        self.issuer_key = key
        return {"keys": [dict({n: jwk[n] for n in ("kty", "n", "e")}, kid="issuer-1", use="sig")]}

    def issue(self, claims):
        """A token of that issuer."""
        return {"token": jwt.encode(claims, self.issuer_key, algorithm="RS256", headers={"kid": "issuer-1"})}

    def app(self, credential):
        return msal.ConfidentialClientApplication(
            self.settings["client_id"], client_credential=credential,
            authority=f"{self.settings['origin']}/{self.settings['tenant']}", instance_discovery=False,
            http_client=self.session)

    def acquire_token_for_client(self, credential, scopes):
        application = self.app(credential)
        first = application.acquire_token_for_client(scopes)
        if "access_token" in first:
            cached = application.acquire_token_for_client(scopes)
            first["is_cached"] = cached["access_token"] == first["access_token"]
        return first

    def acquire_token_on_behalf_of(self, credential, user_assertion, scopes):
        return self.app(credential).acquire_token_on_behalf_of(user_assertion, scopes)

    def acquire_token_by_username_password(self, credential, username, password, scopes):
        return self.app(credential).acquire_token_by_username_password(username, password, scopes)

    def initiate_auth_code_flow(self, credential, scopes, redirect_uri):
        self.application = self.app(credential)
        self.flow = self.application.initiate_auth_code_flow(scopes, redirect_uri=redirect_uri)
        return {"auth_uri": self.flow["auth_uri"]}

    def acquire_token_by_auth_code_flow(self, response):
        return self.application.acquire_token_by_auth_code_flow(self.flow, response)

    def acquire_token_silent(self, scopes):
        account = self.application.get_accounts()[0]
        return self.application.acquire_token_silent_with_error(scopes, account, force_refresh=True)

    def prompt(self, page, code, expiry):
        """Shows the user the code, and waits for a line: the user has entered it."""
        print(json.dumps({"page": page, "code": code}), flush=True)
        sys.stdin.readline()

    def azure_identity(self, kind, scope, **arguments):
        """The token of a credential of azure-identity; or the error that it raises."""
        common = {
            "authority": self.settings["origin"], "disable_instance_discovery": True,
            "connection_verify": self.settings["ca_file"],
        }
        tenant, client = self.settings["tenant"], self.settings["client_id"]
        if kind == "WorkloadIdentityCredential":
            with tempfile.NamedTemporaryFile("w", delete=False) as file:
                file.write(arguments["token"])
            credential = azure.identity.WorkloadIdentityCredential(
                tenant_id=tenant, client_id=client, token_file_path=file.name, **common)
        elif kind == "ClientAssertionCredential":
            credential = azure.identity.ClientAssertionCredential(
                tenant, client, lambda: arguments["token"], **common)
        elif kind == "CertificateCredential":
            pem = arguments["private_key"] + arguments["public_certificate"]
            credential = azure.identity.CertificateCredential(
                tenant, client, certificate_data=pem.encode(),
                send_certificate_chain=arguments.get("chain", False), **common)
        elif kind == "OnBehalfOfCredential":
            credential = azure.identity.OnBehalfOfCredential(
                tenant, client, client_secret=arguments["secret"], user_assertion=arguments["user_assertion"],
                **common)
        elif kind == "DeviceCodeCredential":
            credential = azure.identity.DeviceCodeCredential(
                client_id=arguments["public_client"], tenant_id=tenant, prompt_callback=self.prompt, **common)
        elif kind == "InteractiveBrowserCredential":
            credential = azure.identity.InteractiveBrowserCredential(
                client_id=arguments["public_client"], tenant_id=tenant, **common)
        else:
            credential = azure.identity.ClientSecretCredential(tenant, client, arguments["secret"], **common)
        try:
            token = credential.get_token(scope)
            return {"access_token": token.token, "expires_on": token.expires_on}
        except azure.core.exceptions.ClientAuthenticationError as error:
            return {"error": "ClientAuthenticationError", "error_description": error.message}


def main():
    client = Client(json.loads(sys.stdin.readline()))
    print(json.dumps(client.version()), flush=True)
    for line in sys.stdin:
        arguments = json.loads(line)
        call = arguments.pop("call")
        try:
            answer = getattr(client, call)(**arguments)
        except Exception as error:
            answer = {"error": "exception", "error_description": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


main()
