"""Every term is explained once, and links to its place in the rules."""

import re

from django.test import Client

from study.rules.glossary import GLOSSARY


def forms(words: object) -> list[str]:
    return [form.strip() for form in str(words).split(",")]


def test_no_two_terms_share_a_key_or_a_form() -> None:
    keys = [term.key for term in GLOSSARY]
    all_forms = [form.lower() for term in GLOSSARY for form in forms(term.words)]
    assert len(keys) == len({*keys})
    assert len(all_forms) == len({*all_forms})


def test_a_term_is_explained_in_one_sentence() -> None:
    for term in GLOSSARY:
        assert re.fullmatch(r"[A-Z].+\.", str(term.explanation))
        assert str(term.explanation).count(". ") == 0


def test_every_term_of_the_lesson_leads_to_the_rules() -> None:
    lesson, rules = (Client().get(path).content.decode() for path in ("/learn", "/rules"))
    for term in GLOSSARY:
        assert f'href="/rules#term-{term.key}"' in lesson
        assert f'id="term-{term.key}"' in rules
        assert f'data-words="{term.words}"' in lesson
        assert str(term.explanation) in rules


def test_glossary_has_the_terms_beginners_need() -> None:
    wanted = {
        "pone",
        "nibs",
        "nobs",
        "muggins",
        "crib",
        "starter",
        "skunk",
        "pegging",
        "heels",
        "the show",
        "the go",
    }
    assert wanted <= {form for term in GLOSSARY for form in forms(term.words)}
