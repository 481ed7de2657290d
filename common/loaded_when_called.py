"""Functions whose modules are loaded when they are called: an app names them, and most commands call none."""

from dataclasses import dataclass
from typing import Any

from django.utils.module_loading import import_string


@dataclass(frozen=True, slots=True)
class LoadedWhenCalled:
    """The function of this dotted name."""

    name: str

    def __call__(self, *given: Any, **named: Any) -> Any:
        return import_string(self.name)(*given, **named)
