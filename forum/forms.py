"""Forms of the forum."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, ClassVar

from django import forms
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from forum.limits import LONGEST
from forum.models import Announcement, Category, Report, Sanction
from forum.models.topics import TITLE_LONGEST
from forum.services.posts import PollWish

TRAP = "website"
"""An input of the page that people do not see; only robots fill it in."""


class PostForm(forms.Form):
    text = forms.CharField(
        label=_("Your text"),
        max_length=LONGEST,
        strip=True,
        widget=forms.Textarea(
            attrs={"rows": 8, "data-mentions": "", "autocomplete": "off", "spellcheck": "true"}
        ),
    )


class EditForm(PostForm):
    reason = forms.CharField(label=_("Why you changed it"), max_length=200, required=False)


class TopicForm(PostForm):
    """A new topic, with an optional poll."""

    category = forms.ModelChoiceField(
        label=_("Category"),
        queryset=Category.objects.none(),
        to_field_name="slug",
        empty_label=_("Choose a category"),
    )
    title = forms.CharField(label=_("Title"), max_length=TITLE_LONGEST)
    tags = forms.CharField(
        label=_("Tags"), max_length=200, required=False, help_text=_("Up to five, with commas.")
    )
    question = forms.CharField(label=_("Question"), max_length=200, required=False)
    answers = forms.CharField(
        label=_("Answers, one on each line"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    choices_at_most = forms.IntegerField(
        label=_("How many answers one may choose"), min_value=1, max_value=20, initial=1
    )
    open_for = forms.IntegerField(
        label=_("Open for so many days"), min_value=1, max_value=365, required=False
    )

    def __init__(self, *args: Any, categories: list[Category], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["category"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = Category.objects.filter(pk__in=[c.pk for c in categories])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        answers = [line.strip()[:120] for line in data.get("answers", "").splitlines()]
        data["answers"] = list(dict.fromkeys(line for line in answers if line))
        if bool(data.get("question")) != bool(data["answers"]):
            self.add_error("answers", _("A poll needs a question and answers."))
        elif data["answers"] and not 2 <= len(data["answers"]) <= 20:
            self.add_error("answers", _("Give between 2 and 20 answers."))
        return data

    @property
    def tag_names(self) -> tuple[str, ...]:
        return tuple(name for name in self.cleaned_data["tags"].split(",") if name.strip())

    @property
    def poll(self) -> PollWish | None:
        data = self.cleaned_data
        if not data["question"]:
            return None
        days = data.get("open_for")
        return PollWish(
            question=data["question"],
            options=tuple(data["answers"]),
            choices_at_most=min(data["choices_at_most"], len(data["answers"])),
            closes_at=timezone.now() + timedelta(days=days) if days else None,
        )


class ReportForm(forms.Form):
    reason = forms.ChoiceField(
        label=_("What is wrong"),
        choices=[
            choice
            for choice in Report.Reason.choices
            if choice[0] not in (Report.Reason.HELD, Report.Reason.REMOVAL, Report.Reason.TALK)
        ],
        widget=forms.RadioSelect,
    )
    text = forms.CharField(
        label=_("What a moderator should know"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class SanctionForm(forms.Form):
    kind = forms.ChoiceField(label=_("What"), choices=Sanction.Kind.choices)
    days = forms.IntegerField(
        label=_("For how many days"),
        min_value=1,
        max_value=3650,
        required=False,
        help_text=_("Without a number: for good."),
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=500, widget=forms.Textarea(attrs={"rows": 3})
    )


class AppealForm(forms.Form):
    text = forms.CharField(
        label=_("Why this should be looked at again"),
        min_length=10,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 6}),
    )


class CategoryForm(forms.ModelForm):
    class Meta:
        model = Category
        fields = (
            "name",
            "name_cs",
            "name_pl",
            "slug",
            "description",
            "description_cs",
            "description_pl",
            "order",
            "read_by",
            "start_by",
            "reply_by",
            "has_votes",
            "has_solutions",
        )


class AnnouncementForm(forms.ModelForm):
    days = forms.IntegerField(
        label=_("Shown for how many days"), min_value=1, max_value=365, initial=7, required=False
    )

    class Meta:
        model = Announcement
        fields = ("text", "text_cs", "text_pl", "link", "urgent", "mailed")
        widgets: ClassVar = {
            name: forms.Textarea(attrs={"rows": 2}) for name in ("text", "text_cs", "text_pl")
        }

    def clean_link(self) -> str:
        link: str = self.cleaned_data["link"]
        if link and not (link.startswith("/") and url_has_allowed_host_and_scheme(link, None)):
            raise forms.ValidationError(_("Begin with a single slash, such as /forum/."))
        return link
