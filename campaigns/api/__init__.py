"""The JSON API of campaigns, which offers everything that the pages offer."""
