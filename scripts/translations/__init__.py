"""Tools for translators: extract, check, split, merge and compile the messages of the site."""
