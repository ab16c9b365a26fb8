"""Defines what can happen. Events are past tense and carry outcomes, so that applying them needs no rule."""
