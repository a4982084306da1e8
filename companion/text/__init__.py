"""Wording keyed by rule id and event name; gettext catalogues, English and French."""
