"""Tests the results of scripts/package: checksums and bill of materials, the archive, the npm package and the Debian
package (installed, run and removed; the Debian package also passes lintian), the context of the images, and the
integrations for GitHub and GitLab.

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
    for ending in ".tgz", ".tar.gz":
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
            r"|\.libs/.*|kval/[^/]*\.(py|pyi|so|typed)|kval/py\.typed|^[^/]*)$", name)]
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
    package = named(dist, ".tgz")
    if package is None:
        print("skipped the npm package: npm is not installed")
        return
    home = os.path.join(work, "npm")
    os.makedirs(home)
    with open(os.path.join(home, "package.json"), "w", encoding="utf-8") as file:
        file.write('{"private": true}')
    done = run(["npm", "install", "--offline", "--no-audit", "--no-fund", package], cwd=home)
    expect("npm: installed", done.returncode == 0, done.stdout)
    check_runs("npm", [os.path.join(home, "node_modules", ".bin", "kval")], work)
    done = run(["npx", "--offline", "kval", "--version"], cwd=home)
    expect("npm: npx", done.returncode == 0 and "kval " in done.stdout, done.stdout)
    done = run(["npm", "uninstall", "--offline", "kval"], cwd=home)
    expect("npm: removed", done.returncode == 0 and not os.path.exists(os.path.join(home, "node_modules", "kval")),
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


def check_action(program, work):
    """Runs the shell steps of action.yml like GitHub."""
    with open(os.path.join(ROOT, "action.yml"), encoding="utf-8") as file:
        action = yaml.safe_load(file)
    (step,) = [step for step in action["runs"]["steps"] if step["name"] == "Check"]
    tools = os.path.join(work, "bin")
    os.makedirs(tools)
    os.symlink(program, os.path.join(tools, "kval"))
    environment = {"PATH": tools + ":/usr/bin:/bin", "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": work,
                   "ARGS": "-f\nschema.yml\n-f\nvalues.yml", "SARIF_FILE": ""}
    done = run(["bash", "-e", "-c", step["run"]], cwd=work, env=environment)
    expect("action: annotations", done.returncode == 1 and "::error title=kval (KV301),file=values.yml" in done.stdout,
           done.stdout)
    done = run(["bash", "-e", "-c", step["run"]], cwd=work, env={**environment, "SARIF_FILE": "out.sarif"})
    with open(os.path.join(work, "out.sarif"), encoding="utf-8") as file:
        expect("action: SARIF", done.returncode == 1 and json.load(file)["version"] == "2.1.0", done.stdout)


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
            check_images(dist, work)
            check_action(program, work)
            check_component(program, work)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return 1 if failures else 0


sys.exit(main())
