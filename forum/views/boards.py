"""What posts show of games, by itself: boards of running games are fetched anew now and then."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from forum.embeds import reference_at, reference_fill
from forum.views.doors import ForumRequest, visitor


@require_safe
@visitor
def board(request: ForumRequest) -> HttpResponse:
    """One reference as a page shows it; 404 where there is nothing to see for this visitor."""
    written = f"[{request.GET.get('what', '')[:80]}]"
    found = reference_at(written, 0)
    shown = reference_fill(found[1], found[2], request.standing.user) if found else None
    if shown is None or len(found[0] if found else "") != len(written):
        raise Http404
    return HttpResponse(shown)
