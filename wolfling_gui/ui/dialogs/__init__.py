"""Dialogs and forms that open on demand, each freed when it closes."""
