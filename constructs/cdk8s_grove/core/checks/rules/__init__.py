"""The rules, one a file; every module here is loaded."""
