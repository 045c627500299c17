"""What is done to the project from outside: checks, servers for tests, pictures."""
