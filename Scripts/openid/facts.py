"""What differs from provider to provider in the messages of a sign-in."""

import base64
import json


def of(metadata, request, redirect, response):
    """Returns the facts by their names in the table.

    request, redirect -- the parameters of the authorization request and of its response
    response -- the token response
    """
    token = response.get("id_token")
    header, claims = (part(token, 0), part(token, 1)) if token else ({}, {})
    names = [name for name in ("preferred_username", "name", "email") if claims.get(name)]
    return {
        "id token": f"{header['alg']}, {'with' if 'kid' in header else 'without'} `kid`" if token else "none",
        "its `aud`": "a list" if isinstance(claims.get("aud"), list) else "a string",
        "its names": ", ".join(f"`{name}`" for name in names) or "none",
        # In minutes, because some read the clock twice.
        "its lifetime": f"{round((claims['exp'] - claims['iat']) / 60)} min" if token else "none",
        "`expires_in`": json.dumps(response.get("expires_in")),
        "`scope` requested": f"`{request.get('scope')}`",
        "`scope` in the response": text_of(response.get("scope")),
        "refresh token": yes(response.get("refresh_token")),
        "`iss` in the redirect": yes("iss" in redirect),
        "`offline_access` in the metadata": listed("offline_access", metadata.get("scopes_supported")),
        "client authentication `none` in the metadata":
            listed("none", metadata.get("token_endpoint_auth_methods_supported")),
        "`revocation_endpoint` in the metadata": yes("revocation_endpoint" in metadata),
    }


def text_of(scope):
    if scope is None:
        return "missing"
    return f"`{scope}`" if isinstance(scope, str) else "a list"


def listed(value, values):
    return "no such list" if values is None else yes(value in values)


def yes(condition):
    return "yes" if condition else "no"


def part(token, index):
    """The header or the claims of a token, whose signature the tool checks."""
    text = token.split(".")[index]
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
