"""The addresses of the project: the administration, which has the sign-in page, and the provider."""

from django.contrib import admin
from django.urls import include, path
from oauth2_provider import urls

urlpatterns = [path("admin/", admin.site.urls), path("o/", include(urls))]
