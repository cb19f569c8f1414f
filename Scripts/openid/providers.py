"""The providers of the run, in the order of the tables."""

from openid.authlib_provider import Authlib
from openid.canaille import Canaille
from openid.django_providers import Allauth, Django, DjangoOIDC
from openid.glewlwyd import Glewlwyd
from openid.idpyoidc_provider import Idpyoidc
from openid.oidc_provider_mock import OIDCProviderMock

PROVIDERS = [OIDCProviderMock, Authlib, Django, Allauth, DjangoOIDC, Canaille, Idpyoidc, Glewlwyd]
