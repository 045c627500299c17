"""The party of a campaign: members, decks with their verdicts, cards shared by all."""
