"""Mark a warning as read. Every page shows it until then."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from game.models import Player
from people.moderation import warnings


@require_POST
def mark_warning_read(request: HttpRequest, ruling: int) -> HttpResponse:
    """Mark a warning as read, and redirect to the page it was shown on."""
    if isinstance(request.user, Player):
        warnings.mark_read(player=request.user, ruling=ruling)
    return_path = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        return_path, {request.get_host()}, require_https=request.is_secure()
    )
    return HttpResponseRedirect(return_path if is_ours else "/")
