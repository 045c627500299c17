"""Date formats where Django's are ambiguous: 11/12 may be two different days, 12 Nov is only one."""
