"""The admin shows none of the toolkit's tables, which hold tokens and codes."""

from django.contrib import admin
from oauth2_provider.models import AccessToken, Application, Grant, IDToken, RefreshToken

for model in (AccessToken, Application, Grant, IDToken, RefreshToken):
    admin.site.unregister(model)
