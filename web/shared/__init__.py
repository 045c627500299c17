"""What the views of all apps share. It imports no app."""
