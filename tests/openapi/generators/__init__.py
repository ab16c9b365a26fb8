"""Tests the contract read by what others make clients with: seven generators, two compilers."""
