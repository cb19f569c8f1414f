"""The addresses of the project: the accounts, which have the sign-in page, and the provider."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls), path("accounts/", include("allauth.urls")), path("", include("allauth.idp.urls")),
]
