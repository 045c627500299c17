"""Print the rulebook or its coverage as Markdown.

`python -m rules.rulebook > docs/rules.md`, `python -m rules.rulebook coverage > docs/coverage.md`
"""

import sys

from rules.rulebook.coverage.markdown import coverage
from rules.rulebook.markdown import rulebook

DOCUMENTS = {"rules": rulebook, "coverage": coverage}

wanted = sys.argv[1:] or ["rules"]
if len(wanted) != 1 or wanted[0] not in DOCUMENTS:
    sys.exit(f"usage: python -m rules.rulebook [{'|'.join(DOCUMENTS)}]")
sys.stdout.buffer.write(DOCUMENTS[wanted[0]]().encode())
