"""Forms of accounts and settings."""

from __future__ import annotations

import logging
from typing import Any, ClassVar

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.countries import country_choices
from accounts.models import User
from accounts.signup_token import TooQuick, Unusable, token_check, token_make, token_use
from accounts.time_zones import time_zone_choices
from accounts.usernames import username_key

logger = logging.getLogger(__name__)


class OurWords:
    """Forms of the sign-in library, with labels alone and one sentence about passwords."""

    LABELS: ClassVar[dict[str, Any]] = {
        "email": _("E-mail"),
        "oldpassword": _("Present password"),
        "password1": _("New password"),
        "password2": _("New password, again"),
    }
    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.LABELS.get(name, field.label)
        if "password1" in self.fields:
            self.fields["password1"].help_text = gettext(
                "At least 10 characters. Not digits alone, no password that many others use, "
                "nothing like your name."
            )


class LoginForm(OurWords, allauth_forms.LoginForm):
    """Sign in by user name or address."""

    LABELS: ClassVar = {"login": _("User name or e-mail")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username webauthn"


class AddEmailForm(OurWords, allauth_forms.AddEmailForm):
    """One more address."""


class ChangePasswordForm(OurWords, allauth_forms.ChangePasswordForm):
    """Who knows the old password chooses a new one."""


class SetPasswordForm(OurWords, allauth_forms.SetPasswordForm):
    """A password for an account without one."""


class ResetPasswordForm(OurWords, allauth_forms.ResetPasswordForm):
    """Asks for the link to a new password."""


class ResetPasswordKeyForm(OurWords, allauth_forms.ResetPasswordKeyForm):
    """The page behind that link."""


class SignupForm(OurWords, allauth_forms.SignupForm):
    """Opens an account; robots are told what people are told, and get nothing."""

    TRAP = "website"
    """An input of the page that people do not see. It is not a field, so nothing validates it."""

    LABELS: ClassVar = {
        "username": _("User name"),
        "email": _("E-mail"),
        "password1": _("Password"),
        "password2": _("Password, again"),
    }

    data: QueryDict
    opened = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["opened"].initial = token_make
        self.fields["username"].help_text = gettext(
            "Everybody will see it. Use 2 to 24 letters, digits or . _ -"
        )
        self.fields["email"].help_text = gettext(
            "Your turns are told there. Nobody else will see it."
        )

    def clean_opened(self) -> str:
        token: str = self.cleaned_data["opened"]
        try:
            token_check(token)
        except TooQuick:
            self.add_error(None, gettext("That was very quick. Please press the button again."))
        except Unusable:
            self.data = self.data.copy()
            self.data[self.add_prefix("opened")] = token_make()
            self.add_error(
                None, gettext("This page was open for long. Please press the button again.")
            )
        return token

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        if self.data.get(self.TRAP) or not token_use(self.cleaned_data["opened"]):
            logger.info("a sign-up by a robot was ignored")
            return None, get_adapter().respond_email_verification_sent(request, None)
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
                return user, response
        except IntegrityError:
            logger.info("two sign-ups took the same name at once")
            messages.error(
                request, gettext("Somebody took this name a moment ago. Please choose another.")
            )
            return None, redirect("account_signup")


def _countries() -> list[tuple[str, str]]:
    return [("", gettext("Not said")), *country_choices()]


def _languages() -> list[tuple[str, Any]]:
    return [("", gettext("Like my browser")), *settings.LANGUAGES]


class ProfileForm(forms.ModelForm):
    """What others see."""

    country = forms.ChoiceField(label=_("Country"), required=False, choices=_countries)

    class Meta:
        model = User
        fields = ("about", "country", "audience", "show_country", "show_joined")
        widgets: ClassVar = {"about": forms.Textarea(attrs={"rows": 5})}
        labels: ClassVar = {
            "about": _("About you"),
            "audience": _("Who may see your profile"),
            "show_country": _("Show my country"),
            "show_joined": _("Show since when I play here"),
        }
        help_texts: ClassVar = {"about": _("Up to 2000 characters of plain text.")}


class PreferencesForm(forms.ModelForm):
    """How the site looks and speaks to one user."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=time_zone_choices,
        help_text=_("Deadlines in pages and mails are written in this zone."),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=_languages,
        help_text=_("For pages and for mails."),
    )

    class Meta:
        model = User
        fields = ("time_zone", "language", "theme")
        labels: ClassVar = {"theme": _("Theme")}


class WelcomeForm(PreferencesForm):
    """The first step after sign-up."""

    class Meta:
        model = User
        fields = ("time_zone", "language")


class DeletionForm(forms.Form):
    """Proof that somebody means it."""

    username = forms.CharField(label=_("Type your user name"), max_length=100)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["username"].widget.attrs["autocomplete"] = "off"

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if username_key(name) != self.user.username_key:
            raise forms.ValidationError(_("This is not your user name."))
        return name
