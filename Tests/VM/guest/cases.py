"""Several scenarios in one file: each has its own name, time and result, and a failed one does not end the others."""

import sys
import time
import traceback

import monitors
import vm

cases = []


def case(function):
    """A scenario: its name is that of the function, its result is printed."""
    cases.append(function)
    return function


def run_cases(clean=monitors.remove_all):
    """Runs the scenarios, and cleans up after each."""
    failed = []
    for function in cases:
        name, begun = function.__name__.replace("_", "-"), time.monotonic()
        try:
            result = function() or ""
        except Exception:
            failed.append(name)
            print(f"  FAILED  {name}\n{traceback.format_exc()}", flush=True)
            result = None
        try:
            # Those of a scenario that failed.
            for holder in [*vm.Holder.living]:
                holder.kill()
            clean()
        except OSError as error:
            sys.exit(f"after {name}: {error}")
        if result is not None:
            print(f"  ok      {name:32} {time.monotonic() - begun:5.1f} s  {result}", flush=True)
    monitors.remove_all()
    sys.exit(f"failed: {' '.join(failed)}" if failed else 0)
