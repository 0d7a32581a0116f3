from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        from accounts import receivers  # noqa: F401
        from accounts.services import deletion  # noqa: F401
        from accounts.services.export import register_own_sections

        register_own_sections()
