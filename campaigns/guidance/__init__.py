"""What pages suggest: what to do next, what the guide can give, reminders, purchases to finish."""
