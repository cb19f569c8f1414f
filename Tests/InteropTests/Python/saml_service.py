"""A service that signs users in by python3-saml, as it comes from PyPI, at the end of a pipe.

Each line on standard input is a JSON object: {"call": NAME, ...arguments}. Each gets one line of JSON back. The library
writes the requests and judges the responses, in its strict mode: it validates them against SAML's schemas, and checks
signatures, times, audience, destination and the id of the request. The browser is not in here: that is the test.

The first line holds the settings: the provider's metadata, from which the library takes everything about the provider,
and whether assertions have to be encrypted and requests are signed.
"""

import base64
import datetime
import json
import sys

import lxml.etree
import xmlsec
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID
from onelogin.saml2.auth import OneLogin_Saml2_Auth
from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser
from onelogin.saml2.utils import OneLogin_Saml2_Utils

SAML2 = "urn:oasis:names:tc:SAML:2.0:"


def key_and_certificate():
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Portal")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=30)).sign(key, hashes.SHA256()))
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return pem.decode(), base64.b64encode(certificate.public_bytes(serialization.Encoding.DER)).decode()


class Service:
    def __init__(self, settings):
        self.host = settings["host"]
        self.key, self.certificate = key_and_certificate()
        self.metadata = settings["metadata"]
        parsed = OneLogin_Saml2_IdPMetadataParser.parse(self.metadata)
        # The parser would replace the service's format of names by the first one of the metadata.
        parsed.pop("sp", None)
        self.settings = OneLogin_Saml2_IdPMetadataParser.merge_settings(
            {
                "strict": True,
                "sp": {
                    "entityId": settings["entity"],
                    "assertionConsumerService": {"url": f"https://{self.host}/acs", "binding": SAML2 + "bindings:HTTP-POST"},
                    "singleLogoutService": {"url": f"https://{self.host}/slo", "binding": SAML2 + "bindings:HTTP-Redirect"},
                    "NameIDFormat": settings["format"],
                    "x509cert": self.certificate,
                    "privateKey": self.key,
                },
                "security": {
                    "authnRequestsSigned": settings["signs"],
                    "logoutRequestSigned": settings["signs"],
                    "logoutResponseSigned": settings["signs"],
                    "wantAssertionsSigned": settings["wants"] in ("assertion", "both"),
                    "wantMessagesSigned": settings["wants"] in ("response", "both"),
                    "wantAssertionsEncrypted": settings["encrypted"],
                    "signatureAlgorithm": "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
                    "digestAlgorithm": "http://www.w3.org/2001/04/xmlenc#sha256",
                    "rejectDeprecatedAlgorithm": True,
                    "requestedAuthnContext": True,
                },
            },
            parsed)

    def auth(self, path="/", query=None, form=None):
        request = {
            "https": "on", "http_host": self.host, "script_name": path, "get_data": query or {}, "post_data": form or {},
        }
        return OneLogin_Saml2_Auth(request, old_settings=self.settings)

    def about(self):
        idp = self.settings["idp"]
        certificate = OneLogin_Saml2_Utils.format_cert(idp.get("x509cert") or idp["x509certMulti"]["signing"][0])
        return {
            "entity": idp["entityId"], "sign_on": idp["singleSignOnService"]["url"],
            "sign_out": idp["singleLogoutService"]["url"], "certificate": self.certificate,
            "metadata_is_signed": OneLogin_Saml2_Utils.validate_metadata_sign(self.metadata, cert=certificate),
        }

    def login(self, state, force=False, passive=False):
        auth = self.auth()
        url = auth.login(return_to=state, force_authn=force, is_passive=passive)
        return {"url": url, "id": auth.get_last_request_id()}

    def login_form(self, state):
        """The fields of a request by POST: the library writes and signs the XML."""
        auth = self.auth()
        auth.login(return_to=state)
        signed = OneLogin_Saml2_Utils.add_sign(
            auth.get_last_request_xml(), self.key,
            f"-----BEGIN CERTIFICATE-----\n{self.certificate}\n-----END CERTIFICATE-----",
            sign_algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
            digest_algorithm="http://www.w3.org/2001/04/xmlenc#sha256")
        signed = signed if isinstance(signed, bytes) else signed.encode()
        return {"SAMLRequest": base64.b64encode(signed).decode(), "id": auth.get_last_request_id()}

    def acs(self, form, id):
        auth = self.auth("/acs", form=form)
        auth.process_response(request_id=id)
        self.last = auth
        return {
            "errors": auth.get_errors(), "reason": auth.get_last_error_reason(),
            "authenticated": auth.is_authenticated(), "attributes": auth.get_attributes(),
            "name": auth.get_nameid(), "format": auth.get_nameid_format(), "session": auth.get_session_index(),
        }

    def logout(self, state):
        last = self.last
        auth = self.auth()
        url = auth.logout(
            return_to=state, name_id=last.get_nameid(), session_index=last.get_session_index(),
            name_id_format=last.get_nameid_format())
        return {"url": url, "id": auth.get_last_request_id()}

    def slo(self, query, id=None):
        """A message of single logout: the response to the service's request, or a request of the provider."""
        auth = self.auth("/slo", query=query)
        ended = []
        url = auth.process_slo(request_id=id, delete_session_cb=lambda: ended.append(True))
        return {
            "errors": auth.get_errors(), "reason": auth.get_last_error_reason(), "ended": bool(ended), "url": url}

    def assertion(self, issuer, user, audience):
        """An assertion about a user, signed by xmlsec, for the assertion grant."""
        now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)

        def time(minutes):
            return (now + datetime.timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%SZ")

        root = lxml.etree.fromstring(f"""<saml:Assertion xmlns:saml="{SAML2}assertion" ID="_grant" Version="2.0"
            IssueInstant="{time(0)}"><saml:Issuer>{issuer}</saml:Issuer><saml:Subject><saml:NameID>{user}</saml:NameID>
            <saml:SubjectConfirmation Method="{SAML2}cm:bearer"/></saml:Subject>
            <saml:Conditions NotBefore="{time(-1)}" NotOnOrAfter="{time(10)}"><saml:AudienceRestriction>
            <saml:Audience>{audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions></saml:Assertion>""")
        signature = xmlsec.template.create(root, xmlsec.Transform.EXCL_C14N, xmlsec.Transform.RSA_SHA256, ns="ds")
        root.insert(1, signature)
        reference = xmlsec.template.add_reference(signature, xmlsec.Transform.SHA256, uri="#_grant")
        xmlsec.template.add_transform(reference, xmlsec.Transform.ENVELOPED)
        xmlsec.template.add_transform(reference, xmlsec.Transform.EXCL_C14N)
        context = xmlsec.SignatureContext()
        context.key = xmlsec.Key.from_memory(self.key, xmlsec.KeyFormat.PEM)
        xmlsec.tree.add_ids(root, ["ID"])
        context.sign(signature)
        return {"assertion": base64.b64encode(lxml.etree.tostring(root)).decode()}


def main():
    service = Service(json.loads(sys.stdin.readline()))
    print(json.dumps(service.about()), flush=True)
    for line in sys.stdin:
        arguments = json.loads(line)
        try:
            answer = getattr(service, arguments.pop("call"))(**arguments)
        except Exception as error:  # The test shows it; the service goes on.
            answer = {"errors": [type(error).__name__], "reason": str(error)}
        print(json.dumps(answer), flush=True)


main()
