"""The addresses of the project: the library's, and a page that shows who is signed in."""

from django.http import HttpResponse
from django.urls import include, path
from django.utils.html import format_html


def home(request):
    name = request.user.email if request.user.is_authenticated else "nobody"
    return HttpResponse(format_html('<p id="user">{}</p>', name))


urlpatterns = [path("", home), path("oidc/", include("mozilla_django_oidc.urls"))]
