"""Runs the program of this package for tools that expect a command with the package's name: `uvx kval-cli`,
`pipx run kval-cli` and `python -m kval_cli`."""
import os
import subprocess
import sys
import sysconfig


def _program():
    """The program beside the script that was started, or where the installers of Python put scripts."""
    name = "kval.exe" if os.name == "nt" else "kval"
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    directories = [os.path.dirname(os.path.abspath(sys.argv[0])), sysconfig.get_path("scripts"),
                   sysconfig.get_path("scripts", f"{os.name}_user"), os.path.join(here, "bin")]
    for directory in directories:
        path = os.path.join(directory, name)
        if os.path.isfile(path):
            return path
    sys.exit(f"error: {name} is in none of these directories: {', '.join(directories)}\nhelp: install kval-cli again")


def main():
    program = _program()
    if os.name != "nt":
        os.execv(program, [program, *sys.argv[1:]])
    sys.exit(subprocess.run([program, *sys.argv[1:]], check=False).returncode)
