"""Pages of decks: new ones, the editor, reading, printing, sharing and importing."""
