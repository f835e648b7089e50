"""Tests the wheel in a new virtual environment: the program runs, the tests of the module pass, its type stubs are correct,
the examples of docs/guides/python.md work, and the Dask example runs on two workers.

  wheel_test.py PROGRAM [MODULE]

PROGRAM and MODULE (the extension, built with KVAL_PYTHON_MODULE) are packaged, not built. Without MODULE only the wheel of
the program is tested. Skipped (exit code 77) with a message without the tools to build the wheel of a module; tests whose packages cannot
be installed are skipped separately.
"""
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "packages"))
sys.path.insert(0, HERE)
import elf_program  # noqa: E402
from release import Release, host_target  # noqa: E402

SKIPPED = 77

failures = []


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)


def expect(name, done, *texts, status=0):
    missing = [text for text in texts if text not in done.stdout]
    if done.returncode != status or missing:
        failures.append(name)
        print(f"FAILED {name}: status {done.returncode}, missing {missing}\n{done.stdout[-4000:]}")
    else:
        print(f"ok {name}")


def make_wheel(program, module, folder):
    """The wheel of the program, or with a module the one that contains both."""
    os.makedirs(folder)
    if module is None:
        done = run([sys.executable, os.path.join(ROOT, "packages", "wheel.py"), folder, host_target(), program])
    else:
        environment = {**os.environ, "KVAL_PREBUILT": program, "KVAL_PREBUILT_MODULE": module, "KVAL_PYTHON_MODULE": "OFF"}
        done = run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT], env=environment)
    expect("the wheel is made", done)
    wheels = [name for name in os.listdir(folder) if name.endswith(".whl")]
    return os.path.join(folder, wheels[0]) if wheels else None


def repaired(wheel, folder):
    """Adds the libraries that the module needs; returns the unchanged wheel without auditwheel."""
    done = run([sys.executable, "-m", "auditwheel", "repair", "--plat", "auto", "-w", folder, wheel])
    wheels = [name for name in os.listdir(folder) if name.endswith(".whl")] if os.path.isdir(folder) else []
    if done.returncode != 0 or not wheels:
        print("skipped auditwheel: " + done.stdout.strip().splitlines()[-1])
        return wheel
    print("ok the wheel is repaired: " + wheels[0])
    return os.path.join(folder, wheels[0])


def check_wheels_of_targets(work):
    """The wheels of stand-ins for the programs of all targets: their tags, and equal bytes in two runs."""
    tags = {"x86_64-linux": "manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64",
            "aarch64-linux": "manylinux2014_aarch64.manylinux_2_17_aarch64.musllinux_1_1_aarch64",
            "aarch64-macos": "macosx_11_0_arm64", "x86_64-macos": "macosx_11_0_x86_64", "x86_64-windows": "win_amd64"}
    static, dynamic = elf_program.program(), elf_program.program(segments=((elf_program.INTERPRETER, 4),))
    cases = [(target, static, tags[target]) for target in Release().targets] + [("x86_64-linux", dynamic, "linux_x86_64")]
    for number, (target, content, tag) in enumerate(cases):
        program = os.path.join(work, f"program-{number}")
        with open(program, "wb") as file:
            file.write(content)
        digests = set()
        for name in "first", "second":
            folder = os.path.join(work, f"wheel-{number}-{name}")
            os.makedirs(folder)
            done = run([sys.executable, os.path.join(ROOT, "packages", "wheel.py"), folder, target, program],
                       env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"})
            wheel = "".join(os.listdir(folder))
            with open(os.path.join(folder, wheel), "rb") as file:
                digests.add(hashlib.sha256(file.read()).digest())
        expect(f"{target}: the wheel is made", done)
        if not wheel.endswith(f"-py3-none-{tag}.whl") or len(digests) != 1:
            failures.append(target)
            print(f"FAILED {target}: {wheel} has other tags, or two runs differ")


def check_program(bin_folder, work):
    kval = os.path.join(bin_folder, "kval")
    expect("the program runs", run([kval, "--version"]), "kval ")
    expect("a command has the package's name, for uvx and pipx", run([os.path.join(bin_folder, "kval-cli"), "--version"]), "kval ")
    expect("the package runs", run([os.path.join(bin_folder, "python"), "-m", "kval_cli", "--no-such-option"]), status=2)
    with open(os.path.join(work, "schema.yml"), "w", encoding="utf-8") as file:
        file.write("#@data/values-schema\n---\nreplicas: 1\n")
    with open(os.path.join(work, "values.yml"), "w", encoding="utf-8") as file:
        file.write("replicas: x\n")
    expect("the program checks", run([kval, "-f", "schema.yml", "-f", "values.yml"], cwd=work), "KV301", status=1)


def check_documented_test(python, work):
    """Runs the files of docs/guides/python.md with pytest."""
    folder = os.path.join(work, "documented")
    with open(os.path.join(ROOT, "docs", "guides", "python.md"), encoding="utf-8") as file:
        text = file.read()
    for name, content in re.findall(r"^```\w+ (\S+)\n(.*?)^```$", text, re.M | re.S):
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
    shown = re.search(r"^```text\n(.*?)^```$", text, re.M | re.S).group(1)
    line = re.sub(r"envs/\S+: ", "", shown.splitlines()[0]).split(" - ")
    done = run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd=folder,
               env={**os.environ, "COLUMNS": "300"})
    expect("docs/guides/python.md: the test for values", done, line[0], line[1].split("error[")[1], "1 failed, 1 passed", status=1)


def check_module(python, pip, work):
    expect("the module is there", run([python, "-c", "import kval; print(kval.__version__)"], cwd=work), ".")
    if run([*pip, "pytest", "mypy"]).returncode != 0:
        print("skipped tests of the module: pip has no network")
        return
    tests = os.path.join(HERE, "python", "test_module.py")
    expect("the module's tests", run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests], cwd=work), "passed")
    # Functions of the extension are not Python functions: stubtest can compare only their names.
    ours = os.path.join(work, "not-compared")
    with open(ours, "w", encoding="utf-8") as file:
        file.write("kval\\._kval\\.(Handle|Handle\\.__init__|compile|version)\n")
    expect("the types are true",
           run([python, "-m", "mypy.stubtest", "kval", "--ignore-missing-stub", "--allowlist", ours], cwd=work), "Success")
    used = os.path.join(work, "typed.py")
    with open(used, "w", encoding="utf-8") as file:
        file.write('import kval\nfound: list[kval.Finding] = kval.Schema.from_files("a").check("b", name="c")\n')
    expect("the types are seen", run([python, "-m", "mypy", "--strict", used], cwd=work), "Success")
    check_documented_test(python, work)
    if run([*pip, "dask", "distributed"]).returncode != 0:
        print("skipped the Dask example: pip has no network")
        return
    example = os.path.join(ROOT, "packages", "python", "examples", "check_with_dask.py")
    expect("the Dask example on two workers",
           run([python, example, "--documents", os.environ.get("KVAL_DASK_DOCUMENTS", "5000"), "--partitions", "8",
                "--workers", "2"], cwd=work), "documents checked", "KV301: ")


def main():
    program = os.path.realpath(sys.argv[1])
    module = os.path.realpath(sys.argv[2]) if len(sys.argv) > 2 else None
    if module and run([sys.executable, "-c", "import build, scikit_build_core"]).returncode != 0:
        print("skipped: pip install build scikit-build-core")
        return SKIPPED
    work = tempfile.mkdtemp(prefix="kval-wheel-")
    try:
        wheel = make_wheel(program, module, os.path.join(work, "dist"))
        if wheel is None:
            return 1
        if module:
            wheel = repaired(wheel, os.path.join(work, "repaired"))
        environment = os.path.join(work, "environment")
        venv.create(environment, with_pip=True)
        python = os.path.join(environment, "bin", "python")
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        expect("the wheel is installed", run([*pip, "--no-deps", "--no-index", wheel]))
        check_program(os.path.join(environment, "bin"), work)
        check_wheels_of_targets(work)
        if module:
            check_module(python, pip, work)
        else:
            print("skipped the module: none was given")
        expect("it is removed", run([python, "-m", "pip", "uninstall", "--quiet", "--yes", "kval-cli"]))
        if os.path.exists(os.path.join(environment, "bin", "kval")):
            failures.append("nothing is left")
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return 1 if failures else 0


sys.exit(main())
