"""Clients with the hosts that they have in their code: fixed_hosts.py CALL

No host, port or authority is named here, and instance discovery and the validation of authorities are on. Each call
prints one line of JSON. The person's part, where there is one, is played by sign_in.py.
"""

import json
import os
import subprocess
import sys

import requests

TENANT = "11111111-1111-4111-8111-111111111111"
SUITE = "aaaaaaaa-0000-4000-8000-000000000001"


def person(address, code):
    """The person enters a device's code at its address."""
    subprocess.run([sys.executable, os.environ["KEYFOB_SIGN_IN"], address, code], check=True)


def claims(token):
    """The claims of a token, verified with the keys that the public cloud's metadata names."""
    import jwt

    keys = jwt.PyJWKClient(f"https://login.microsoftonline.com/{TENANT}/discovery/v2.0/keys")
    key = keys.get_signing_key_from_jwt(token)
    return jwt.decode(token, key.key, algorithms=["RS256"], options={"verify_aud": False})


def msal_public():
    """MSAL Python with its default cloud: device code, then silently, with the cache's aliases of the cloud."""
    import msal

    app = msal.PublicClientApplication(
        SUITE, authority="https://login.microsoftonline.com/organizations", instance_discovery=True)
    flow = app.initiate_device_flow(["User.Read"])
    person(flow["verification_uri"], flow["user_code"])
    result = app.acquire_token_by_device_flow(flow)
    account = app.get_accounts()[0]
    again = msal.PublicClientApplication(
        SUITE, authority="https://login.windows.net/" + TENANT, token_cache=app.token_cache, instance_discovery=True)
    silent = again.acquire_token_silent(["User.Read"], again.get_accounts()[0], force_refresh=True)
    about = requests.get(
        "https://graph.microsoft.com/oidc/userinfo",
        headers={"Authorization": "Bearer " + silent["access_token"]}, timeout=30)
    return {
        "id_issuer": result["id_token_claims"]["iss"], "issuer": claims(result["access_token"])["iss"],
        "environment": account["environment"], "user": account["username"], "userinfo": about.status_code,
    }


def azure_identity():
    """azure-identity's credential from the environment, which names a tenant, a client and a secret."""
    from azure.identity import EnvironmentCredential

    token = EnvironmentCredential().get_token("https://management.azure.com/.default").token
    listed = requests.get(
        "https://management.azure.com/subscriptions?api-version=2022-12-01",
        headers={"Authorization": "Bearer " + token}, timeout=30)
    return {
        "issuer": claims(token)["iss"], "audience": claims(token)["aud"],
        "subscriptions": [value["displayName"] for value in listed.json()["value"]],
    }


def unknown_authority():
    """An authority that Microsoft's cloud does not know is refused by the validation that goes there."""
    import msal

    try:
        msal.PublicClientApplication(SUITE, authority="https://login.attacker.example/common")
    except ValueError as error:
        return {"refused": "invalid_instance" in str(error)}
    return {"refused": False}


print(json.dumps(globals()[sys.argv[1]]()))
