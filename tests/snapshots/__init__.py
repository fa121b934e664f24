"""Every sentence, as it stands: `sentences.txt` holds hosting's, the others whole matches.

`python -m tests.snapshots` writes them anew; what has changed is then read in the difference, and committed with it.
"""
