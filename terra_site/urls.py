"""All addresses of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from operations.views import errors

urlpatterns = [
    path("", include("operations.urls")),
    path("", include("games.lobby_urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("operator/admin/", admin.site.urls),
    path("", include("games.urls")),
    path("", include("leagues.urls")),
    path("", include("ratings.urls")),
    path("", include("forum.urls")),
    path("", include("notifications.urls")),
]

if settings.DEV_MAILBOX:
    urlpatterns.append(path("dev/mail/", include("notifications.mailbox_urls")))

if settings.INBOUND_WEBHOOK:
    urlpatterns.append(path("webhooks/mail/", include("anymail.urls")))

handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.server_error
