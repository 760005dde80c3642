"""The command line ``house-edge``, one file a command. Nothing heavy is imported before a command needs it."""
