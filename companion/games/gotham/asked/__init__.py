"""Verbs that ask somebody or tell something: reactions, tokens, Free Actions, healing; the hooks made of them."""
