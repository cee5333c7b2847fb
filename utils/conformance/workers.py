"""Processes that run torch, started again when a program takes one down.

A worker reads a line of JSON, and answers with lines of JSON: {"step": what it does now}
any number of times, then {"result": ...}.
"""

import json
import os
import signal
import subprocess
import sys
import threading


class Ended(Exception):
    """The worker crashed, or hung and was killed: `step` says what it was at."""

    def __init__(self, how, step):
        super().__init__(f"{how} at {step}" if step else how)
        self.how = how
        self.step = step


class Worker:
    """One process; `ask` may be called by one thread at a time."""

    def __init__(self, command, timeout):
        self.command = command
        self.timeout = timeout
        self.process = None

    def start(self):
        environment = os.environ | {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1"}
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )

    def ask(self, task):
        """The result of a task; raises Ended where the process does not survive it."""
        if self.process is None:
            self.start()
        process, killed = self.process, []

        def kill():
            killed.append(True)
            process.kill()

        timer = threading.Timer(self.timeout, kill)
        timer.start()
        step = None
        try:
            print(json.dumps(task), file=process.stdin, flush=True)
            for line in process.stdout:
                answer = json.loads(line)
                if "result" in answer:
                    return answer["result"]
                step = answer["step"]
        except BrokenPipeError:
            pass
        finally:
            timer.cancel()
        code = process.wait()
        self.process = None
        if killed:
            raise Ended(f"hangs (more than {self.timeout:g} s)", step)
        how = f"exit code {code}"
        if code < 0:
            how = f"crash ({signal.Signals(-code).name})"
        raise Ended(how, step)

    def stop(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()


def serve(handle):
    """The other side: answers each task with `handle(task, step)`, where `step(text)` says
    what comes next. What programs print is no answer."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

    def say(**answer):
        print(json.dumps(answer), file=answers, flush=True)

    for line in sys.stdin:
        say(result=handle(json.loads(line), lambda text: say(step=text)))


def quiet_torch():
    """Imports torch with its warnings off and one thread."""
    import logging
    import warnings

    warnings.filterwarnings("ignore")
    import torch

    logging.disable(logging.ERROR)
    torch.set_num_threads(1)
