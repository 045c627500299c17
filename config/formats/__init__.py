"""How are dates written? Only where Django's own way is not everybody's: 11/12 is two days, 12 Nov is one."""
