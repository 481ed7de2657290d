"""The rules of cribbage with pictures, and a glossary."""
