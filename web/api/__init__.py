"""The API as a whole: base classes, its schema, and its documentation."""
