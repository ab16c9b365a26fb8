"""Tries the client of a third party: it plays games through a proxy that loses, repeats, delays and refuses.

`scenarios` lists what the proxy does, `checks` what the client must not do, and `running` lets it play.
"""
