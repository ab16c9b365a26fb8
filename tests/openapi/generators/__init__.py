"""Tests the contract with the tools that make clients from it: seven generators and two compilers."""
