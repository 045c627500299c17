"""Random draws of weaknesses: requests that the site fulfils, and what was drawn."""
