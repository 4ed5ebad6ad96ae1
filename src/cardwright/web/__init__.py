"""The workbench in a browser: `cardwright web`.

The server keeps games, files and studies; pages show what `view`, `Presentation`, `label`, the event log and the search
say about any game. No page knows a particular game, and what a player may not see never leaves the server.
"""
