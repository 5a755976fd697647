"""One module per target: model -> typed views -> pages."""
