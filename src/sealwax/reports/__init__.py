"""The output of the commands as text, as JSON and as workflow annotations."""
