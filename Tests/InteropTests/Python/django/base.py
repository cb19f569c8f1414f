"""What a Django project's settings have before the page of clients: apps, middleware, a database."""

import os

SECRET_KEY = "of a test"
ALLOWED_HOSTS = ["localhost"]
INSTALLED_APPS = [
    "django.contrib.contenttypes", "django.contrib.auth", "django.contrib.sessions", "mozilla_django_oidc",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["DATABASE"]}}
ROOT_URLCONF = "urls"
USE_TZ = True
