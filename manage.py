#!/usr/bin/env python3
"""Django's command line."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import gc

    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from environs import EnvError

    try:
        django.setup()
        # Nothing of this ever becomes garbage, so it need not be looked at again and again.
        gc.freeze()
        speak_the_language_of_the_terminal()
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except (EnvError, ImproperlyConfigured) as wrong:
        sys.exit(f"The settings are not right. {wrong}")
    except BrokenPipeError:
        # The reader of the output has closed it (`… | head`). The rest is dropped, also at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)


def speak_the_language_of_the_terminal() -> None:
    """Activate the language of LANG, if the site speaks it. Pages choose theirs for each request."""
    from django.conf import settings
    from django.utils import translation

    from config.languages import language_of_terminal

    translation.activate(language_of_terminal(os.environ, [code for code, _name in settings.LANGUAGES]))


if __name__ == "__main__":
    main()
