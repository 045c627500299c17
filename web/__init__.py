"""Pages and answers that belong to no single app: home, search, quick check, errors, API documentation."""
