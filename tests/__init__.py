"""Tests of Wolfling; the folders mirror the package."""
