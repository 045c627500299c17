"""Print the rulebook as Markdown: `python -m rules.rulebook > docs/rules.md`."""

import sys

from rules.rulebook.markdown import rulebook

sys.stdout.buffer.write(rulebook().encode())
