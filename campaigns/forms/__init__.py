"""What is asked in campaigns: the beginning, the guided page, the bag, the log."""
