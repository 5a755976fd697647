"""Compares two versions of a contract: what changed, who is affected, and which version the changes need.

Facts first: `facts` lists everything that a contract says, and `changes` compares two such lists. Verdicts after:
`rules` decide who is affected by a change, `assessment` which version it needs, and `comparing` reports both.
"""
