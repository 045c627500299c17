"""Generation of Casebook's facts from ArkhamDB's files, in pure Python.

source    reads a checkout, or saved answers of the API, and reports file and field if it is broken
fields    single fields: traits, slots, costs, restrictions
options   deckbuilding options and requirements
card_text what only the English text of a card states: keywords, limits, uses
cards     a row becomes a card, an encounter card or a printing
taboo     a taboo list
catalogue everything together
files     writes the result, one line for each card
coverage  texts that no fact covers yet
campaigns campaigns, scenarios, encounter sets, chaos tokens
"""
