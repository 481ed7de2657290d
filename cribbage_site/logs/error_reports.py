"""Django's error reports without secrets: they only contain what failed and where."""

from traceback import format_exception

from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.debug import ExceptionReporter

from cribbage_site.logs.setup import redacted_text


class BareExceptionReporter(ExceptionReporter):
    """A traceback without variables, forms, cookies and settings: they hold cards, secrets and passwords.

    With DEBUG, which no public site may set, it is Django's own page for developers.
    """

    def get_traceback_text(self) -> SafeString:
        if settings.DEBUG:
            return super().get_traceback_text()
        request_line = f"{self.request.method} {self.request.path}\n\n" if self.request else ""
        trace = "".join(format_exception(self.exc_type, self.exc_value, self.tb))
        return SafeString(redacted_text(request_line + trace))  # plain text

    def get_traceback_html(self) -> SafeString:
        if settings.DEBUG:
            return super().get_traceback_html()
        return format_html("<pre>{}</pre>", str(self.get_traceback_text()))
