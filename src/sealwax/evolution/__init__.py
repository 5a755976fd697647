"""What changed between two versions of a contract, whom it breaks, and which version it needs.

Facts first: `facts` lists everything that a contract says, `changes` compares two such lists. Judgement after: `rules`
decides whom a change breaks, `promises` and `versions` whether the tiers and the version allow it.
"""
