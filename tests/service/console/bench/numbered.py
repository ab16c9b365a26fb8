"""Finds modules of the bundles of the console, which have numbers instead of names, by what they export."""

HOLDING = """const { need } = await import(document.querySelector('script[type=module]').src);
const holding = (name) => {
  for (let number = 0; number < 1000; number += 1) {
    try { if (name in need(number)) return need(number); } catch { /* no module has this number */ }
  }
};"""
"""Defines `holding` in an asynchronous function: it returns the module that exports a name."""
