"""The JSON API of jobs."""
