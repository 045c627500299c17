"""Search for the most expensive requests that a client can send, by hill climbing.

    python -m scripts.worst_case climb [--target NAME]... [--minutes N] [--seed SEED] [--cases FOLDER]
    python -m scripts.worst_case measure [--target NAME]... [--cases FOLDER]
    python -m scripts.worst_case hostile [--clients N] [--seconds N] [--cases FOLDER]

`climb` makes requests, changes them at random and keeps those that cost more processor time or memory. Each
request goes through the whole site, in a process of its own with a limit, so that a runaway is detected and
stopped. The worst request of each target is stored as a case in a folder, and the next climb starts from
there. `measure` only measures the cases. `hostile` sends them to a real server from several clients at once,
and measures the first page meanwhile. The exit status is 1 if a request costs more than the site promises.
"""
