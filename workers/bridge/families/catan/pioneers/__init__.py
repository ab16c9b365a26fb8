"""Joins games of Pioneers (Debian's `pioneers`) as a client, over its protocol of lines on TCP; docs/bridge.md."""
