"""What scripts/package makes: checksums and bill of materials, the archive, the npm packages, the Debian package
(clean for lintian) and the RPM package installed, run and removed, the context of the images, and what the pipelines of GitHub
and GitLab are given.

  packages_test.py PROGRAM

Tests whose tools are missing are skipped with a message.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "packages"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import elf_program  # noqa: E402
from release import Release, host_target  # noqa: E402

RELEASE = Release()
failures = []


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)


def expect(name, is_so, said=""):
    if not is_so:
        failures.append(name)
    print(("ok " if is_so else "FAILED ") + name + ("" if is_so else "\n" + said[-4000:]))


def named(folder, ending):
    found = [name for name in sorted(os.listdir(folder)) if name.endswith(ending)]
    return os.path.join(folder, found[0]) if found else None


def check_runs(name, kval, work):
    with open(os.path.join(work, "schema.yml"), "w", encoding="utf-8") as file:
        file.write("#@data/values-schema\n---\nreplicas: 1\n")
    with open(os.path.join(work, "values.yml"), "w", encoding="utf-8") as file:
        file.write("replicas: x\n")
    done = run([*kval, "-f", "schema.yml", "-f", "values.yml", "-o", "concise"], cwd=work)
    expect(f"{name}: it checks", done.returncode == 1 and "values.yml:1:11: error[KV301]" in done.stdout, done.stdout)


def check_sums(dist):
    done = run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=dist)
    with open(os.path.join(dist, "SHA256SUMS"), encoding="utf-8") as file:
        summed = {line.split()[1] for line in file}
    files = {name for name in os.listdir(dist) if os.path.isfile(os.path.join(dist, name))} - {"SHA256SUMS"}
    expect("checksums of every file", done.returncode == 0 and summed == files, done.stdout)


def check_bill(dist):
    with open(named(dist, ".cdx.json"), encoding="utf-8") as file:
        bill = json.load(file)
    names = {part["name"] for part in bill["components"]}
    expect("bill of materials", bill["bomFormat"] == "CycloneDX" and {"re2", "yaml-cpp", "glibc"} <= names, str(names))
    licenses = {name[:-4] for name in os.listdir(os.path.join(ROOT, "licenses")) if name.endswith(".txt")}
    expect("a licence text for each component", names == licenses, str(names ^ licenses))


def check_licences(dist):
    """Every package contains the licences of the linked libraries: the programs are distributed without source code."""
    texts = {name for name in os.listdir(os.path.join(ROOT, "licenses")) if name.endswith(".txt")} | {"LICENSE"}
    contents = {}
    for ending in "64-" + RELEASE.version + ".tgz", ".tar.gz":
        if named(dist, ending):
            with tarfile.open(named(dist, ending)) as archive:
                contents[ending] = archive.getnames()
    if named(dist, ".whl"):
        with zipfile.ZipFile(named(dist, ".whl")) as archive:
            contents[".whl"] = archive.namelist()
    for ending, names in contents.items():
        missing = texts - {os.path.basename(name) for name in names}
        expect(f"{ending}: licences of all that is linked", not missing, str(missing))
        strange = [name for name in names if not re.search(
            r"(/kval|/README\.md|/CHANGELOG\.md|/package\.json|/licenses(/.*)?|/LICENSE|/METADATA|/WHEEL|/RECORD"
            r"|/man1/kval[a-z0-9-]*\.1\.gz|/completions/(kval\.bash|_kval|kval\.fish)|/man1|/completions"
            r"|\.libs/.*|kval/[^/]*\.(py|pyi|so|typed)|kval/py\.typed|kval_cli/__(init|main)__\.py|/entry_points\.txt|^[^/]*)$", name)]
        expect(f"{ending}: nothing but what belongs there", not strange, str(strange))
    if named(dist, ".deb") and shutil.which("dpkg-deb"):
        copyright_ = run(["sh", "-c", 'dpkg-deb --fsys-tarfile "$0" | tar -xO ./usr/share/doc/kval/copyright',
                          named(dist, ".deb")]).stdout
        missing = [name for name in texts if name != "LICENSE" and f"---- {name[:-4]}\n" not in copyright_]
        expect("deb: licences of all that is linked", not missing, str(missing))


def check_archive(dist, work):
    with tarfile.open(named(dist, ".tar.gz")) as archive:
        archive.extractall(os.path.join(work, "archive"))
    (top,) = os.listdir(os.path.join(work, "archive"))
    folder = os.path.join(work, "archive", top)
    with open(os.path.join(folder, "licenses", "glibc.txt"), encoding="utf-8") as file:
        text = file.read()
    # The LGPL of statically linked libraries must be included in full: its path in Debian's copyright files exists only on
    # Debian.
    expect("archive: the LGPL whole", "GNU LESSER GENERAL PUBLIC LICENSE" in text and "END OF TERMS AND CONDITIONS" in text)
    check_runs("archive", [os.path.join(folder, "kval")], work)


def check_npm(dist, work):
    """`@kval/cli` and the platform package, installed from their files without a network."""
    packages = [os.path.join(dist, name) for name in sorted(os.listdir(dist)) if name.endswith(".tgz")]
    if not packages:
        print("skipped the npm packages: npm is not installed")
        return
    home = os.path.join(work, "npm")
    os.makedirs(home)
    with open(os.path.join(home, "package.json"), "w", encoding="utf-8") as file:
        file.write('{"private": true}')
    npm = ["--offline", "--no-audit", "--no-fund", "--cache", os.path.join(work, "npm-cache")]
    done = run(["npm", "install", *npm, *packages], cwd=home)
    expect("npm: installed", done.returncode == 0, done.stdout)
    with open(os.path.join(home, "node_modules", "@kval", "cli", "package.json"), encoding="utf-8") as file:
        depends = set(json.load(file)["optionalDependencies"])
    expect("npm: a package for every target", depends == {RELEASE.npm_package(t) for t in RELEASE.targets}, str(depends))
    check_runs("npm", [os.path.join(home, "node_modules", ".bin", "kval")], work)
    done = run(["npx", *npm, "kval", "-V"], cwd=home)
    expect("npm: npx", done.returncode == 0 and done.stdout == f"kval {RELEASE.version}\n", done.stdout)
    done = run(["npx", *npm, "kval", "--no-such-option"], cwd=home)
    expect("npm: the exit code is the program's", done.returncode == 2, done.stdout)
    shutil.rmtree(os.path.join(home, "node_modules", *RELEASE.npm_package(host_target()).split("/")))
    done = run(["npx", *npm, "kval", "-V"], cwd=home)
    expect("npm: a missing platform package is reported", done.returncode == 2 and "is not installed" in done.stdout,
           done.stdout)
    done = run(["npm", "uninstall", *npm, "@kval/cli"], cwd=home)
    expect("npm: removed", done.returncode == 0 and not os.path.exists(os.path.join(home, "node_modules", ".bin", "kval")),
           done.stdout)


def check_deb(dist, work):
    package = named(dist, ".deb")
    if package is None:
        print("skipped the Debian package: dpkg-deb is not installed")
        return
    content = run(["dpkg-deb", "--contents", package]).stdout
    for path in ["./usr/bin/kval", "./usr/share/man/man1/kval.1.gz", "./usr/share/man/man1/kval-check.1.gz",
                 "./usr/share/man/man1/kval-schema-infer.1.gz",
                 "./usr/share/bash-completion/completions/kval", "./usr/share/zsh/vendor-completions/_kval",
                 "./usr/share/fish/vendor_completions.d/kval.fish", "./usr/share/doc/kval/copyright"]:
        expect(f"deb: has {path}", path in content, content)
    if shutil.which("lintian"):
        done = run(["lintian", "--no-tag-display-limit", "--fail-on", "error,warning", "--allow-root", package])
        expect("deb: clean for lintian", done.returncode == 0 and "E: " not in done.stdout, done.stdout)
    else:
        print("skipped lintian: it is not installed")
    if os.geteuid() != 0 or run(["dpkg-query", "-W", "kval"]).returncode == 0:
        print("skipped installing the Debian package: not root, or kval is installed")
        return
    done = run(["dpkg", "--install", package])
    try:
        expect("deb: installed", done.returncode == 0, done.stdout)
        check_runs("deb", ["/usr/bin/kval"], work)
    finally:
        done = run(["dpkg", "--purge", "kval"])
    expect("deb: removed", done.returncode == 0 and not os.path.exists("/usr/bin/kval"), done.stdout)


def check_rpm(dist, work):
    """The RPM package, installed into an empty root, verified and removed."""
    package = named(dist, ".rpm")
    if package is None:
        print("skipped the RPM package: rpmbuild is not installed")
        return
    content = run(["rpm", "-qpl", package]).stdout.splitlines()
    for path in ["/usr/bin/kval", "/usr/share/man/man1/kval.1.gz", "/usr/share/man/man1/kval-schema-infer.1.gz",
                 "/usr/share/bash-completion/completions/kval", "/usr/share/zsh/site-functions/_kval",
                 "/usr/share/fish/vendor_completions.d/kval.fish", "/usr/share/licenses/kval/LICENSE"]:
        expect(f"rpm: has {path}", path in content, "\n".join(content))
    shared = [path for path in content if os.path.isdir(path) and "kval" not in path]
    expect("rpm: owns no directory of another package", not shared, str(shared))
    texts = {name for name in os.listdir(os.path.join(ROOT, "licenses")) if name.endswith(".txt")}
    missing = texts - {os.path.basename(path) for path in content if path.startswith("/usr/share/licenses/kval/")}
    expect("rpm: licences of all that is linked", not missing, str(missing))
    if "statically linked" in run(["file", "-L", os.path.join(dist, "docker", "kval")]).stdout:
        needed = [line for line in run(["rpm", "-qp", "--requires", package]).stdout.splitlines() if not line.startswith("rpmlib(")]
        expect("rpm: needs no other package", not needed, str(needed))
    root = os.path.join(work, "rpm-root")
    # Debian's rpm prints advice to use another tool.
    rpm = ["rpm", "--root", root, "--dbpath", "/var/lib/rpm"]
    os.makedirs(root)
    done = run([*rpm, "--install", "--nodeps", package])
    expect("rpm: installed", done.returncode == 0, done.stdout)
    check_runs("rpm", [os.path.join(root, "usr", "bin", "kval")], work)
    done = run([*rpm, "--verify", "--nodeps", "kval"])
    expect("rpm: verified", done.returncode == 0, done.stdout)
    done = run([*rpm, "--erase", "kval"])
    left = [os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(root, "usr")) for name in names]
    expect("rpm: removed", done.returncode == 0 and not left, done.stdout + str(left))


def check_foreign(program, work):
    """The packages of a Linux program for arm64, whose content this machine need not run."""
    foreign = os.path.join(work, "foreign", "kval")
    os.makedirs(os.path.dirname(foreign))
    with open(foreign, "wb") as file:
        file.write(elf_program.program("aarch64"))
    os.chmod(foreign, 0o755)
    dist = os.path.join(work, "foreign", "dist")
    done = run([os.path.join(ROOT, "scripts", "package"), "--target", "aarch64-linux-musl", foreign],
               env={**os.environ, "KVAL_DIST": dist, "KVAL_HOST_PROGRAM": program})
    expect("arm64: scripts/package", done.returncode == 0, done.stdout)
    if named(dist, ".rpm"):
        done = run(["rpm", "-qp", "--qf", "%{ARCH}", named(dist, ".rpm")])
        expect("arm64: RPM package", done.stdout.endswith("aarch64"), done.stdout)
    if named(dist, ".deb"):
        done = run(["dpkg-deb", "--field", named(dist, ".deb"), "Architecture", "Depends"])
        expect("arm64: Debian package", done.stdout == "Architecture: arm64\n", done.stdout)


def check_images(dist, work):
    context = os.path.join(dist, "docker")
    with open(os.path.join(ROOT, "packages", "docker", "Dockerfile"), encoding="utf-8") as file:
        copied = re.findall(r"^COPY (\S+) ", file.read(), re.M)
    missing = [name for name in copied if not os.path.exists(os.path.join(context, name))]
    expect("images: all that is copied is in the context", copied and not missing, str(missing))
    program = os.path.join(context, "kval")
    if "statically linked" not in run(["file", "-L", program]).stdout or os.geteuid() != 0:
        print("skipped running in an empty root: the program is not linked statically, or this is not root")
        return
    # As in `FROM scratch`: only the program, and no privileges.
    root = os.path.join(work, "root")
    os.makedirs(os.path.join(root, "work"))
    shutil.copy(program, os.path.join(root, "kval"))
    os.chmod(root, 0o755)
    check_runs("image without anything", ["chroot", "--userspec=65534:65534", root, "/kval", "check"],
               os.path.join(root, "work"))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def action_step(name):
    (step,) = [step for step in yaml.safe_load(read(os.path.join(ROOT, "action.yml")))["runs"]["steps"] if step["name"] == name]
    return step["run"]


def check_action(dist, work):
    """The steps of action.yml that a shell runs, as GitHub would run them."""
    tools = os.path.join(work, "tools")
    environment = {"PATH": "/usr/bin:/bin", "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": work, "RUNNER_TOOL_CACHE": tools,
                   "GITHUB_PATH": os.path.join(work, "path"), "RUNNER_OS": "Linux", "ACTION_PATH": ROOT, "VERSION": "",
                   "GITHUB_OUTPUT": os.path.join(work, "output"), "BASE": "file://" + dist, "CHECKSUM": "",
                   "GITHUB_STEP_SUMMARY": os.path.join(work, "summary.md"), "SUMMARY": "true", "WORKING_DIRECTORY": ".",
                   "ARGS": "-f\nschema.yml\n-f\nvalues.yml", "SARIF_FILE": "", "TMPDIR": work, "HOME": work}
    done = run(["bash", "-e", "-c", action_step("Install kval")], cwd=work, env={**environment, "CHECKSUM": "0" * 64})
    expect("action: a wrong checksum installs nothing", done.returncode != 0 and "nothing was installed" in done.stdout and
           not os.path.exists(environment["GITHUB_PATH"]), done.stdout)
    done = run(["bash", "-e", "-c", action_step("Install kval")], cwd=work, env=environment)
    expect("action: installs the archive", done.returncode == 0, done.stdout)
    if done.returncode != 0:
        return
    environment["PATH"] = read(environment["GITHUB_PATH"]).strip() + ":/usr/bin:/bin"
    check = action_step("Check")
    done = run(["bash", "-e", "-c", check], cwd=work, env=environment)
    expect("action: findings and annotations in the log", done.returncode == 1 and "Found 1 error" in done.stdout and
           "::error title=kval (KV301),file=values.yml" in done.stdout, done.stdout)
    outputs = dict(line.split("=", 1) for line in read(environment["GITHUB_OUTPUT"]).splitlines())
    expect("action: outputs", outputs == {"exit-code": "1", "errors": "1", "warnings": "0", "sarif-file": ""}, str(outputs))
    summary = read(environment["GITHUB_STEP_SUMMARY"])
    expect("action: the job summary", "### kval: 1 errors" in summary and "values.yml:1:11" in summary, summary)
    done = run(["bash", "-e", "-c", check], cwd=work, env={**environment, "SARIF_FILE": "out.sarif"})
    expect("action: SARIF and annotations", done.returncode == 1 and "::error title=kval (KV301)" in done.stdout and
           json.loads(read(os.path.join(work, "out.sarif")))["version"] == "2.1.0", done.stdout)
    expect("action: the path of SARIF is an output", "sarif-file=./out.sarif" not in read(environment["GITHUB_OUTPUT"]) and
           "sarif-file=out.sarif\n" in read(environment["GITHUB_OUTPUT"]))
    done = run(["bash", "-e", "-c", check], cwd=work, env={**environment, "ARGS": "--no-such-option"})
    expect("action: a usage error is exit code 2", done.returncode == 2 and
           "exit-code=2\n" in read(environment["GITHUB_OUTPUT"]), done.stdout)


def check_component(program, work):
    """Runs the script of the GitLab component like a runner."""
    with open(os.path.join(ROOT, "templates", "kval.yml"), encoding="utf-8") as file:
        spec, jobs = yaml.safe_load_all(file)
    inputs = {name: given.get("default", "") for name, given in spec["spec"]["inputs"].items()}
    inputs["args"] = "-f schema.yml -f values.yml"
    used = set(re.findall(r"\$\[\[ inputs\.(\w+) \]\]", json.dumps(jobs)))
    expect("component: every input is used and declared", used == set(inputs), str(used ^ set(inputs)))
    (line,) = jobs["kval"]["script"]
    line = re.sub(r"\$\[\[ inputs\.(\w+) \]\]", lambda match: inputs[match.group(1)], line)
    tools = os.path.join(work, "bin")
    os.makedirs(tools)
    os.symlink(program, os.path.join(tools, "kval"))
    done = run(["sh", "-e", "-c", line], cwd=work,
               env={"PATH": tools + ":/usr/bin:/bin", "GITLAB_CI": "true", "CI_PROJECT_DIR": work})
    report = os.path.join(work, jobs["kval"]["artifacts"]["reports"]["codequality"])
    expect("component: fails and writes the report", done.returncode == 1 and os.path.exists(report), done.stdout)
    with open(report, encoding="utf-8") as file:
        expect("component: the report", json.load(file)[0]["location"]["path"] == "values.yml")


def main():
    program = os.path.realpath(sys.argv[1])
    work = tempfile.mkdtemp(prefix="kval-packages-")
    os.chmod(work, 0o755)
    dist = os.path.join(work, "dist")
    try:
        done = run([os.path.join(ROOT, "scripts", "package"), program], env={**os.environ, "KVAL_DIST": dist})
        expect("scripts/package", done.returncode == 0, done.stdout)
        print("".join(line + "\n" for line in done.stdout.splitlines() if line.startswith("package: no ")), end="")
        if done.returncode == 0:
            check_sums(dist)
            check_bill(dist)
            check_licences(dist)
            check_archive(dist, work)
            check_npm(dist, work)
            check_deb(dist, work)
            check_rpm(dist, work)
            check_foreign(program, work)
            check_images(dist, work)
            check_action(dist, work)
            check_component(program, work)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return 1 if failures else 0


sys.exit(main())
