"""Messages that are not written as they should be, but come near.

Words (`tokens`), the names among them (`people`), what they mean (`lexicon`), what manner of sentence they make
(`sentences`), what it plainly says (each ruleset's own part), and how that is offered (`saying`).

All of it rests on one principle: a sentence is plain only if *every* word of it is known. What has an unknown word, a
name out of place, a condition, a joke or a question in it yields nothing that could be sent.
"""
