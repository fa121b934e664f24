"""Pulling the plug: matches whose processes are killed at random, compared with undisturbed twins.

    python -m tests.soak --kills 1000 --seed 1

`script` is what people do, `kills` where a process dies, `hurried` how a process of the soak differs from one in
earnest, `keeper` kills and restarts it, `play` puts them together, `record` is what is compared.
"""
