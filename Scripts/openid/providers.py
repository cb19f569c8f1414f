"""The providers of the run, in the order of the tables."""

from openid.authlib_provider import Authlib
from openid.canaille import Canaille
from openid.django_provider import Django
from openid.glewlwyd import Glewlwyd
from openid.idpyoidc_provider import Idpyoidc
from openid.oidc_provider_mock import OIDCProviderMock

PROVIDERS = [OIDCProviderMock, Authlib, Django, Canaille, Idpyoidc, Glewlwyd]
