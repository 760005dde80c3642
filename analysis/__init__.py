"""One question a file: from rows and summaries to estimates with intervals."""
