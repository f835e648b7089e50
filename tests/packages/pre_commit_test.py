"""The hooks of .pre-commit-hooks.yaml and of packages/pre-commit-mirror, run by the real pre-commit in a scratch
repository.

  pre_commit_test.py PROGRAM

Skipped (exit code 77) with a message if pre-commit or git is missing. Without network, only the hook that installs the
wheel is skipped.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "packages"))
from release import host_target  # noqa: E402

SKIPPED = 77
# The files that a wheel is built from if the program exists already.
PACKAGED = ["pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE", "licenses", "packages"]

SCHEMA = '#@data/values-schema\n---\nname: ""\n#@schema/validation min=1\nreplicas: 1\n'
PROJECT = """sets:
- name: shop
  schema: charts/shop/schema.yml
  values: [charts/shop/values.yaml, "envs/{env}.yml"]
"""
FILES = {
    ".kval.yaml": PROJECT,
    "charts/shop/schema.yml": SCHEMA,
    "charts/shop/values.yaml": "name: shop\nreplicas: 2\n",
    "envs/prod.yml": "replicas: 3\n",
    "envs/test.yml": "name: test\n",
    "notes.yml": "nothing: checked\n",
}


class Repository:
    def __init__(self, folder, environment):
        self.folder = folder
        self.environment = environment
        os.makedirs(folder)
        self.git("init", "-q")

    def git(self, *args):
        subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@localhost", *args], cwd=self.folder,
                       env=self.environment, check=True, capture_output=True)

    def write(self, path, text):
        path = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, path):
        with open(os.path.join(self.folder, path), encoding="utf-8") as file:
            return file.read()

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "--no-verify", "-m", "x")

    def run(self, *args):
        return subprocess.run([sys.executable, "-m", "pre_commit", "run", *args], cwd=self.folder,
                              env=self.environment, capture_output=True, text=True, check=False)


failures = []


def expect(name, run, status, *texts):
    missing = [text for text in texts if text not in run.stdout]
    if (run.returncode != 0) != (status != 0) or missing:
        failures.append(name)
        print(f"FAILED {name}: status {run.returncode}, missing {missing}\n{run.stdout}{run.stderr}")
    else:
        print(f"ok {name}")


def committed(repository):
    repository.commit()
    return subprocess.run(["git", "rev-parse", "HEAD"], cwd=repository.folder, env=repository.environment, check=True,
                          capture_output=True, text=True).stdout.strip()


def scratch_repository(folder, environment, hooks, revision, hook):
    """A repository with files to check that uses one hook of another repository."""
    repository = Repository(folder, environment)
    for path, text in FILES.items():
        repository.write(path, text)
    repository.write(".pre-commit-config.yaml",
                     f"repos:\n- repo: {hooks}\n  rev: {revision}\n  hooks:\n  - id: {hook}\n"
                     "    exclude: ^\\.pre-commit-config\\.yaml$\n")
    repository.commit()
    return repository


def check_mirror(work, program, environment):
    """The mirror installs the wheel of a local directory: nothing is compiled."""
    wheels = os.path.join(work, "wheels")
    stripped = os.path.join(work, "kval")
    shutil.copy(program, stripped)
    subprocess.run(["strip", "--strip-all", stripped], check=False, capture_output=True)
    os.makedirs(wheels)
    subprocess.run([sys.executable, os.path.join(ROOT, "packages", "wheel.py"), wheels, host_target(), stripped], check=True)
    dist = os.path.join(work, "dist")
    subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "manifests"), dist], check=True, capture_output=True,
                   env={name: value for name, value in environment.items() if name != "KVAL_INSTALL_BASE"})
    without = {name: value for name, value in environment.items() if name != "KVAL_PREBUILT"}
    mirror = Repository(os.path.join(work, "mirror"), {**without, "PIP_FIND_LINKS": wheels})
    shutil.copytree(os.path.join(dist, "manifests", "pre-commit-mirror"), mirror.folder, dirs_exist_ok=True)
    repository = scratch_repository(os.path.join(work, "repository-mirror"), mirror.environment, mirror.folder,
                                    committed(mirror), "kval")
    begin = time.monotonic()
    repository.run("--all-files")
    installed = time.monotonic()
    repository.run("--all-files")
    print(f"mirror: first run {installed - begin:.1f} s, second run {time.monotonic() - installed:.2f} s")
    check_hook("mirror", repository)


def check_hook(hook, repository):
    """Runs every case, starting with valid, committed files."""

    def reset():
        repository.git("reset", "-q", "--hard")

    def change(path, text):
        repository.write(path, text)
        repository.git("add", path)

    run = repository.run("--all-files")
    if "No matching distribution" in run.stdout or "Connection" in run.stdout or "Temporary failure" in run.stdout:
        print(f"skipped {hook}: pip has no network")
        return
    expect(f"{hook}: all files pass, one belongs to no set", run, 0, "Passed")

    change("envs/prod.yml", "replicas: 0\n")
    expect(f"{hook}: a changed environment fails", repository.run(), 1, "envs/prod.yml:1:11", "KV401")
    reset()

    change("envs/test.yml", "name: other\n")
    expect(f"{hook}: a changed environment passes", repository.run(), 0, "Passed")
    reset()

    repository.write("envs/prod.yml", "nam: 3\n")
    repository.commit()
    change("charts/shop/values.yaml", "name: shop\nreplicas: 5\n")
    expect(f"{hook}: a changed base file checks every environment over it", repository.run(), 1, "envs/prod.yml:1:1")
    change("charts/shop/values.yaml", "name: shop\nreplicas: 2\n")
    repository.git("reset", "-q", "--hard", "HEAD~1")

    change("charts/shop/schema.yml", SCHEMA.replace("min=1", "min=3"))
    expect(f"{hook}: a changed schema checks everything that uses it", repository.run(), 1,
           "charts/shop/values.yaml:2:11")
    reset()

    change("envs/prod.yml", "replicas: 4\n")
    repository.write("envs/prod.yml", "replicas: 0\n")
    expect(f"{hook}: what is not staged is not checked", repository.run(), 0, "Passed")
    if repository.read("envs/prod.yml") != "replicas: 0\n":
        failures.append(f"{hook}: the file is as it was")
    reset()

    change("envs/prod.yml", "replicas: 0\n")
    repository.write("envs/prod.yml", "replicas: 4\n")
    expect(f"{hook}: what is staged is", repository.run(), 1, "KV401")
    reset()

    change("notes.yml", "still: nothing\n")
    expect(f"{hook}: a file of no set is said", repository.run("--verbose"), 0, "KV041")
    reset()


def main():
    program = os.path.realpath(sys.argv[1])
    found = subprocess.run([sys.executable, "-c", "import pre_commit"], capture_output=True, check=False)
    if found.returncode != 0 or shutil.which("git") is None:
        print("skipped: pre-commit is not installed (pip install pre-commit)")
        return SKIPPED
    work = tempfile.mkdtemp(prefix="kval-pre-commit-")
    try:
        tools = os.path.join(work, "bin")
        os.makedirs(tools)
        os.symlink(program, os.path.join(tools, "kval"))
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "KVAL_"))},
            "PATH": tools + os.pathsep + os.environ["PATH"],
            "HOME": work,
            "PRE_COMMIT_HOME": os.path.join(work, "cache"),
            "KVAL_PREBUILT": program,
        }
        hooks = Repository(os.path.join(work, "hooks"), environment)
        for name in [".pre-commit-hooks.yaml", *PACKAGED]:
            source, target = os.path.join(ROOT, name), os.path.join(hooks.folder, name)
            shutil.copytree(source, target) if os.path.isdir(source) else shutil.copy(source, target)
        revision = committed(hooks)
        for hook in ["kval-system", "kval"]:
            folder = os.path.join(work, "repository-" + hook)
            check_hook(hook, scratch_repository(folder, environment, hooks.folder, revision, hook))
        check_mirror(work, program, environment)
    finally:
        shutil.rmtree(work)
    return 1 if failures else 0


sys.exit(main())
