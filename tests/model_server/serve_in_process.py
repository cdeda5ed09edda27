"""Runs llama.cpp's server as the package `xllamacpp` holds it, until its standard input ends.

    python serve_in_process.py MODEL MMPROJ PORT CONTEXT

It is the server of llama-server, with the same HTTP interface, built for every x86-64 and ARM processor: for where the
binary cannot run.
"""

import sys

import xllamacpp  # type: ignore[import-not-found,unused-ignore]

model, mmproj, port, context = sys.argv[1:5]
parameters = xllamacpp.CommonParams()
parameters.model.path = model
if mmproj:
    parameters.mmproj.path = mmproj
parameters.hostnames = ["127.0.0.1"]
parameters.port = int(port)
parameters.n_ctx = int(context)
parameters.n_parallel = 1
# One thread: threads that wait for each other lose most of their time on a machine that is busy.
parameters.cpuparams.n_threads = 1
parameters.cpuparams_batch.n_threads = 1
parameters.use_jinja = True
server = xllamacpp.Server(parameters)
sys.stdin.read()
