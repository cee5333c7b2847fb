"""What torch is said to refuse, it refuses, in these words."""

import os
import re
import sys
import tempfile

sys.path.insert(0, sys.argv[1])

import export_programs
import mutation_programs
import torch
import workers

workers.quiet_torch()


def what_torch_says(program, path):
    try:
        export_programs.run_eagerly(program)
        torch.export.save(export_programs.export(program), path)
        torch.export.load(path)
    except Exception as error:
        return str(error)
    return "nothing"


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "x.pt2")
    for name, pattern in mutation_programs.REFUSED.items():
        said = what_torch_says(mutation_programs.PROGRAMS[name](), path)
        right = "as expected" if re.search(pattern, said) else f"expected '{pattern}', got {said}"
        print(f"{name}: {right}")
print(f"{len(mutation_programs.REFUSED)} refused of {len(mutation_programs.PROGRAMS)}")
