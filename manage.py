#!/usr/bin/env python3
"""Django's command line."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from environs import EnvError

    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except (EnvError, ImproperlyConfigured) as wrong:
        sys.exit(f"The settings are not right. {wrong}")
    except BrokenPipeError:
        # Whoever read the output has seen enough (`… | head`). What is left goes nowhere, also at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)


if __name__ == "__main__":
    main()
