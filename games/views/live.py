"""Pages hear of new moves: a stream of events, or a question now and then."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.views.decorators.http import require_safe

from games.errors import NoSuchTable
from games.live import stream
from games.models import Game
from games.selectors.access import game_for


def _allowed(request: HttpRequest, game_id: int) -> Game:
    try:
        return game_for(game_id=game_id, viewer=request.user)
    except NoSuchTable as missing:
        raise Http404 from missing


async def table_stream(request: HttpRequest, game_id: int) -> HttpResponse | StreamingHttpResponse:
    """Server-sent events; a browser that was away continues from Last-Event-ID."""
    if request.method not in ("GET", "HEAD"):
        return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
    await sync_to_async(_allowed)(request, game_id)
    if not isinstance(request, ASGIRequest):
        # Without ASGI a stream would hold a worker for good: the page asks now and then instead.
        return HttpResponse(status=204)
    seen = request.headers.get("Last-Event-ID") or request.GET.get("seen", "")
    answer = StreamingHttpResponse(
        stream(game_id=game_id, seen=int(seen) if seen.isdecimal() else -1),
        content_type="text/event-stream",
    )
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"
    return answer


@require_safe
def table_news(request: HttpRequest, game_id: int) -> JsonResponse:
    """For browsers without a stream."""
    game = _allowed(request, game_id)
    answer = JsonResponse({"news": game.news, "revision": game.revision, "status": game.status})
    answer["Cache-Control"] = "no-store"
    return answer
