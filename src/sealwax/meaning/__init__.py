"""What a contract means, before any language.

Four folders, each of which builds on the ones before it:

- `checks`: what a contract demands of a value, as a plan, and the interpreter that runs it
- `builders`: what the functions that make responses write and refuse, as a plan, and the interpreter that runs it
- `codes`: what follows from codes and error types: lookups, functions, exceptions, examples
- `serving`: what a server does about every call, over MCP and over HTTP

The modules beside them:

- `findings`, `json_values`: the ways in which a value breaks a contract, and what a JSON value is
- `wording`: types, constraints, levels and lifecycles in words
- `merging`: adds keys to a response, and reports those that it leaves out
- `remembering`: keeps what was made of a part of the model
"""
