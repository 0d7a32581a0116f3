"""What moderators see and do about somebody, and the appeal of the person concerned."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.permissions import SignedInRequest
from accounts.selectors import roles_held, user_named
from forum.errors import ForumRefusal
from forum.forms import AppealForm, SanctionForm
from forum.models import Sanction
from forum.permissions import active_sanctions, may_sanction
from forum.selectors.moderation import moderation_counts, person_facts
from forum.services.appeals import appeal_file, decisions_to_appeal
from forum.services.people import (
    note_add,
    posts_erase,
    sanction_lift,
    sanction_set,
)
from forum.views.doors import MemberRequest, moderator, operator


def _person(username: str) -> User:
    person = user_named(username=username)
    if person is None:
        raise Http404
    return person


@require_safe
@moderator
def person(request: MemberRequest, username: str) -> HttpResponse:
    return _person_page(request, _person(username), SanctionForm())


def _person_page(request: MemberRequest, who: User, form: SanctionForm) -> HttpResponse:
    return render(
        request,
        "forum/moderation/person.html",
        {
            **person_facts(person=who),
            "form": form,
            "standing": request.standing,
            "may_sanction": may_sanction(request.standing, who, roles_held(user=who)),
            "counts_waiting": moderation_counts(standing=request.standing),
            "tab": "person",
        },
    )


@require_POST
@moderator
def note(request: MemberRequest, username: str) -> HttpResponse:
    who = _person(username)
    note_add(person=who, by=request.user, text=request.POST.get("text", ""))
    return redirect("forum_person", who.username)


@require_POST
@moderator
def sanction(request: MemberRequest, username: str) -> HttpResponse:
    who = _person(username)
    form = SanctionForm(request.POST)
    if not form.is_valid():
        return _person_page(request, who, form)
    days = form.cleaned_data["days"]
    sanction_set(
        person=who,
        by=request.user,
        kind=form.cleaned_data["kind"],
        reason=form.cleaned_data["reason"],
        ends_at=timezone.now() + timedelta(days=days) if days else None,
    )
    messages.success(request, gettext("Done. The person is told why, by mail."))
    return redirect("forum_person", who.username)


@require_POST
@moderator
def lift(request: MemberRequest, sanction_id: int) -> HttpResponse:
    row = get_object_or_404(Sanction.objects.select_related("user"), pk=sanction_id)
    sanction_lift(sanction=row, by=request.user, reason=request.POST.get("reason", ""))
    return redirect("forum_person", row.user.username)


@require_POST
@operator
def erase(request: MemberRequest, username: str) -> HttpResponse:
    """Asked for by the person; cannot be undone, so the name has to be typed."""
    who = _person(username)
    if request.POST.get("name", "") != who.username:
        messages.error(request, gettext("Type the name exactly. Nothing was removed."))
    else:
        number = posts_erase(person=who, by=request.user, reason=request.POST.get("reason", ""))
        messages.success(request, gettext("Posts erased: %(number)d") % {"number": number})
    return redirect("forum_person", who.username)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: SignedInRequest) -> HttpResponse:
    """Open to those whom a decision concerns, banned people too, and for nothing else."""
    now = timezone.now()
    sanctions = active_sanctions(now=now).filter(user=request.user)
    row = sanctions.select_related("appeal").order_by("-pk").first()
    decisions = decisions_to_appeal(person=request.user, now=now).select_related("appeal")
    decided = decisions.select_related("topic", "game", "post").order_by("-pk")[:20]
    form = AppealForm(request.POST or None)
    entry = request.POST.get("entry", "")
    chosen = decisions.filter(pk=int(entry)).first() if entry.isdecimal() else None
    against = {"entry": chosen} if chosen else {"sanction": row}
    if any(against.values()) and form.is_valid():
        try:
            appeal_file(by=request.user, text=form.cleaned_data["text"], **against)
        except ForumRefusal as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, gettext("Another moderator will look at it and answer."))
        return redirect("forum_appeal")
    return render(
        request,
        "forum/appeal.html",
        {"sanction": row, "form": form, "decisions": decided, "chosen": chosen},
    )
