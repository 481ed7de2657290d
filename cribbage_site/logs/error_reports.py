"""Django's own reports of errors, wherever somebody has them sent: what failed and where, and no more."""

from traceback import format_exception

from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.debug import ExceptionReporter

from cribbage_site.logs.setup import redacted_text


class BareExceptionReporter(ExceptionReporter):
    """A trace without variables, forms, cookies and addresses: they hold cards, secrets and passwords.

    With DEBUG, which is for nobody's players, it is the page that Django's developers know.
    """

    def get_traceback_text(self) -> SafeString:
        if settings.DEBUG:
            return super().get_traceback_text()
        asked = f"{self.request.method} {self.request.path}\n\n" if self.request else ""
        trace = "".join(format_exception(self.exc_type, self.exc_value, self.tb))
        return SafeString(redacted_text(asked + trace))  # it is no HTML

    def get_traceback_html(self) -> SafeString:
        if settings.DEBUG:
            return super().get_traceback_html()
        return format_html("<pre>{}</pre>", str(self.get_traceback_text()))
