"""Forms of the deck pages. They check types and sizes, and leave rules to the services."""
