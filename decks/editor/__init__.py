"""The deck editor: what its page shows and what it sends to the browser."""
