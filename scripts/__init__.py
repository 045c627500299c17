"""Programs for developers: checks, servers for tests, trials of failure, screenshots."""
