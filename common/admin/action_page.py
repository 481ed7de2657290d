"""Actions on a row of the admin: the button, and the page that asks for a reason and runs the action."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.admin import ModelAdmin
from unfold.decorators import action
from unfold.enums import ActionVariant

from common.refusal import Refusal

View = Callable[[Any, HttpRequest, str], HttpResponse]


def page_button(name: str, label: Any, icon: str, variant: ActionVariant, view: View) -> Any:
    """Return the view of an action, which is both its button in a list or on a page and its own page."""

    def show_page(model_admin: Any, request: HttpRequest, object_id: str) -> HttpResponse:
        return view(model_admin, request, object_id)

    show_page.__name__ = show_page.__qualname__ = name
    return action(description=label, url_path=name.replace("_", "-"), icon=icon, variant=variant)(show_page)


def load_row(model_admin: Any, request: HttpRequest, object_id: str) -> Any:
    """Return the row of an action's page. Raise Http404 if there is none."""
    row = model_admin.get_object(request, object_id)
    if row is None:
        raise Http404
    return row


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the input of a form, or None if it was not sent."""
    return request.POST if request.method == "POST" else None


def change_url(row: Model) -> str:
    """Return the URL of a row's page."""
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def action_page(
    model_admin: ModelAdmin,
    request: HttpRequest,
    form: forms.Form,
    run: Callable[..., Any],
    *,
    title: str,
    action: Any,
    back: str,
    more: Callable[[], Mapping[str, Any]] = dict,
) -> HttpResponse:
    """Show an action's explanation and form. Given valid input, run it; it returns the message of success.

    `action` has a label, an explanation and a variant. `more` returns further context of the template.
    """
    if form.is_valid():
        try:
            done = run(**form.cleaned_data)
        except Refusal as fault:
            form.add_error(fault.code if fault.code in form.fields else None, fault.says)
        else:
            messages.success(request, done)
            return redirect(back)
    context = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "title": title,
        "admin_action": action,
        "form": form,
        "back": back,
        **more(),
    }
    status = 400 if request.method == "POST" else 200
    return TemplateResponse(request, "admin/game/action.html", context, status=status)
