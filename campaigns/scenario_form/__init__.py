"""The form that is filled in after a scenario."""
