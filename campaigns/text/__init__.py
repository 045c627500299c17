"""Text made from steps and states of campaigns."""
