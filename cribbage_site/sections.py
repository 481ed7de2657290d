"""`{{ path|section }}`: the section of the site that a page belongs to, for the bar with all five."""

from django import template

register = template.Library()

# The first parts of the paths of each section. The bar's links are in templates/site_links.html.
PATHS = {
    "play": ("", "friend", "join", "appointment", "table"),
    "daily": ("daily", "throw", "throws"),
    "events": ("events", "clubs", "club", "seasons", "desk", "archive"),
    "improve": ("improve", "learn", "rules", "train", "lab"),
    "ladder": ("ladder", "strength"),
}
SECTION_OF = {part: name for name, parts in PATHS.items() for part in parts}


@register.filter
def section(path: str) -> str:
    """Return the section of a path, or an empty text."""
    return SECTION_OF.get(path.split("/")[1], "")
