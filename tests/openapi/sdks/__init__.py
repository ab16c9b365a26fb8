"""Tests of the SDKs, against real servers, and of what anybody can check with them."""
