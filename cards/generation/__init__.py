"""How do ArkhamDB's files become Casebook's facts? Pure Python: files in, plain values out.

source    reads a checkout, or saved answers of the API, and names file and field where it is broken
fields    single fields: traits, slots, costs, restrictions
options   deckbuilding options and requirements
wording   what only the English wording of a card states: keywords, limits, uses
cards     a row becomes a card, an encounter card or a printing
taboo     a taboo list
catalogue everything together
files     writes the result, one line for each card
coverage  which wordings no fact accounts for yet
campaigns campaigns, scenarios, encounter sets, chaos tokens
"""
