"""The texts that --help prints."""

from sealwax import DOCUMENTATION

DESCRIPTION = """\
Generates Python, TypeScript, JSON Schema, Markdown and conformance cases from contract/*.yaml into generated/, and
reports when the two are out of sync. The project is the nearest folder, upwards from the current one, that has
contracts or configures sealwax. Use [tool.sealwax] in pyproject.toml, or a sealwax.toml file, to choose other
contracts, another folder, fewer targets or other package names.
"""
EPILOG = f"""\
examples:
  sealwax init                      start a project in this folder
  sealwax lint                      find errors in the contracts
  sealwax generate                  write generated/, and delete files that are no longer generated
  sealwax generate --watch          generate again whenever a contract changes
  sealwax check                     fail if generated/ is out of sync with the contracts
  sealwax check --format github     the same, as annotations on a pull request; also markdown and sarif
  sealwax generate --root service   for a project in another folder
  sealwax diff                      report who is affected by the changes on this branch, and which version they need
  sealwax verify response-v2 log.jsonl
                                    check every response in the log against a contract
  sealwax explain bad-type          explain an error

exit codes:
  0    success
  1    check: generated/ is out of sync with the contracts
       generate: done, but generated/ contains other files, which sealwax leaves alone
       diff: a breaking change without a new major version
       verify: a value breaks the contract
  2    an error in a contract, in the configuration or in the arguments, something on disk that is in the way,
       or a file that cannot be read; nothing was written. Also a bug in sealwax
  130  interrupted

documentation: {DOCUMENTATION}
"""
INIT = """\
Starts a project: writes a small working contract, the schema that editors use to complete it, and a line for
.gitattributes. Existing files are never changed: it prints what to add to them.
"""
INIT_EPILOG = """\
examples:
  sealwax init                                 in an empty folder, or in an existing project
  sealwax init --name orders --example         another name, and a handler that uses the generated package
  sealwax init --serve mcp http                also modules for MCP servers and web services
  sealwax init --from response-v2              extend a contract that comes with sealwax
  sealwax init --github --pre-commit --makefile
                                               also run sealwax check in all these places
"""
LINT = """\
Reads the contracts and reports every error with its line, its column and a hint. Writes nothing.

With file names, reads only these contracts, wherever they are, and only `bases` from the configuration.
"""
GENERATE = """\
Writes generated/ from the contracts. Only files that change are written, each in one step. Files that are no longer
generated are deleted, and so are folders that this leaves empty. Files that are neither marked as generated nor listed
with their digest in the manifest are never overwritten or deleted, unless you name them with --force.
"""
GENERATE_EPILOG = """\
examples:
  sealwax generate --watch            generate again whenever a contract or the configuration changes
  sealwax generate --dry-run          print which files would be written and deleted
  sealwax generate --target python    only the Python packages
  sealwax generate --force generated/orders/markdown/README.md
                                      overwrite a file whose first line was edited
"""
CHECK = """\
Compares generated/ with the contracts, and reports changed, missing, orphaned and stray files. Writes nothing.
"""
DIFF = """\
Compares the contracts with an earlier version of them, and reports who is affected by each change: readers of
responses, writers of responses, or source code that uses the generated packages. Checks that the version was raised
enough.

A break is an error, unless the new version allows it or contract/accepted-changes.yaml accepts it. Something new
without a new minor version is a warning, and a change of words a note. Reads the earlier version from git without
touching the work tree, and never uses the network.
"""
DIFF_EPILOG = """\
examples:
  sealwax diff                             compare with where this branch left the main branch
  sealwax diff --against v1.4.0            compare with a tag, a branch or a commit
  sealwax diff --against ../old/orders.yaml
                                           compare with a file, a folder or an installed package
  sealwax diff --write-version             also write the version that the changes need

exit codes:
  0    no findings at the level of --fail-on or above
  1    at least one
  2    an error in a contract or in the arguments, or an earlier version that cannot be read
"""
RELEASE = """\
Saves a snapshot of each contract in contract/history/, unless its version already has one. From the snapshots, generate
makes a changelog for each contract, and states in which version each thing first appeared. Writes nothing if a version
is too low for the changes since the latest release, or if they break a promise that no version lifts.
"""
VERIFY = """\
Checks JSON values against a contract. Reports each finding with its file, line, JSON pointer, level and rule, then a
summary by rule. A broken "must" is an error; an unmet "should", a deprecated key or an unknown code is advice,
which --fail-on counts as a warning.

A file is JSON Lines, with one value per line, or a JSON document that spans several lines. Files that end in .jsonl or
.ndjson are always JSON Lines. Lines are read one at a time, so a log can have any length. A line that is not JSON is
an error. With --format json, each finding is a JSON object on a line of its own, and so is the summary.

--coverage adds how often each code, type and field of the contract was seen, and lists what was never seen.
"""
VERIFY_EPILOG = """\
examples:
  sealwax verify response-v2 response.json
  sealwax verify response-v2 log.jsonl --fail-on warning --undeclared
  sealwax verify response-v2 --type DigestPayload digests/*.json
  sealwax verify ../service/contract/response-v2.yaml --format json < log.jsonl
  kubectl logs service | sealwax verify response-v2 --fail-on never --coverage

exit codes:
  0    no findings at the level of --fail-on or above
  1    at least one
  2    an error in the contract or in the arguments, a file that cannot be read, or no values to verify
  130  interrupted
"""
EXPLAIN = """\
Explains what the code of an error, a note, a finding or a kind of drift means, why it matters, and how to fix it, with
an example before and after. Without a code, lists all of them.
"""
SCHEMA = """\
Prints the JSON Schema of the contract language, which editors use to complete and check contracts. generate writes the
same file to generated/contract-language.schema.json; the first line of a contract points editors to it:

  # yaml-language-server: $schema=../generated/contract-language.schema.json
"""
COMPLETION = """\
Prints a script that completes commands, options and their values in your shell.
"""
COMPLETION_EPILOG = """\
examples:
  sealwax completion bash >> ~/.bash_completion
  sealwax completion zsh > "${fpath[1]}/_sealwax"
  sealwax completion fish > ~/.config/fish/completions/sealwax.fish
"""
HELP = "Prints the help of a command, or this overview."
