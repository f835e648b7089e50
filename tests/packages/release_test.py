"""packages/release.json and what scripts/manifests makes from it: the installer downloads and verifies an archive, the
manifests of package managers are valid for kval and contain the checksums of the archives.

  release_test.py PROGRAM

Checks whose tools are missing are skipped with a message.
"""
import functools
import hashlib
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "packages"))
from release import Release, host_target  # noqa: E402

RELEASE = Release()
failures = []


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)


def expect(name, is_so, output=""):
    if not is_so:
        failures.append(name)
    print(("ok " if is_so else "FAILED ") + name + ("" if is_so else "\n" + output[-4000:]))


def environment(**variables):
    return {**{name: value for name, value in os.environ.items() if not name.startswith("KVAL_")}, **variables}


class Server(http.server.ThreadingHTTPServer):
    """Serves a directory on a free port of this machine."""

    def __init__(self, directory):
        handler = functools.partial(Quiet, directory=directory)
        super().__init__(("127.0.0.1", 0), handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()
        self.base = f"http://127.0.0.1:{self.server_address[1]}"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


def make_archives(program, directory):
    """An archive for every target; only this machine's program runs."""
    stripped = os.path.join(directory, "kval")
    shutil.copy(program, stripped)
    run(["strip", "--strip-all", stripped])
    for target in RELEASE.targets:
        top = RELEASE.archive(target).removesuffix("." + RELEASE.targets[target]["archive"])
        content = stripped if target == host_target() else os.path.join(ROOT, "LICENSE")
        path = os.path.join(directory, RELEASE.archive(target))
        if path.endswith(".zip"):
            with zipfile.ZipFile(path, "w") as archive:
                archive.write(content, f"{top}/{RELEASE.program(target)}")
        else:
            with tarfile.open(path, "w:gz", compresslevel=1) as archive:
                archive.add(content, f"{top}/{RELEASE.program(target)}")
    os.remove(stripped)
    write_checksums(directory)


def write_checksums(directory):
    names = sorted(name for name in os.listdir(directory) if name.startswith("kval-"))
    with open(os.path.join(directory, "SHA256SUMS"), "w", encoding="utf-8") as file:
        for name in names:
            file.write(f"{checksum(os.path.join(directory, name))}  {name}\n")


def checksum(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def check_release(kval):
    schemas = os.path.join(HERE, "schemas")
    done = run([kval, "-f", os.path.join(schemas, "release.schema.json"), "-f",
                os.path.join(ROOT, "packages", "release.json")])
    expect("packages/release.json is valid", done.returncode == 0, done.stdout)
    for target in RELEASE.targets.values():
        toolchain = os.path.join("cmake", "toolchains", target["toolchain"] + ".cmake")
        expect(f"{target['target']} has a toolchain", os.path.exists(os.path.join(ROOT, toolchain)), toolchain)


def check_unpublished(dist):
    if RELEASE.is_published:
        return
    done = run([os.path.join(ROOT, "scripts", "manifests"), dist], env=environment())
    expect("unpublished: no manifests with addresses",
           done.returncode == 0 and os.listdir(os.path.join(dist, "manifests")) == ["pre-commit-mirror"], done.stdout)
    done = run(["sh", os.path.join(dist, "install.sh")], env=environment(HOME=dist))
    expect("unpublished: install.sh says so", done.returncode == 1 and "not published yet" in done.stdout, done.stdout)


def check_installer(dist, work):
    server = Server(dist)
    script = os.path.join(dist, "install.sh")
    for name, base in ("http", server.base), ("file", "file://" + dist):
        target = os.path.join(work, name, "a directory")
        done = run(["sh", script, "--to", target], env=environment(KVAL_INSTALL_BASE=base))
        expect(f"install.sh: installs by {name}", done.returncode == 0, done.stdout)
        done = run([os.path.join(target, "kval"), "--version"])
        expect(f"install.sh: the program of {name} runs", done.stdout == f"kval {RELEASE.version}\n", done.stdout)
        expect(f"install.sh: {name} leaves one file", os.listdir(target) == ["kval"], str(os.listdir(target)))
    target = os.path.join(work, "refused")
    done = run(["sh", script, "--to", target, "--target", "riscv64-linux"], env=environment(KVAL_INSTALL_BASE=server.base))
    expect("install.sh: an unknown target is refused", done.returncode == 1 and "does not list" in done.stdout, done.stdout)
    done = run(["sh", script, "--to", target], env=environment(KVAL_INSTALL_BASE=server.base + "/none"))
    expect("install.sh: a failed download is reported", done.returncode == 1 and "cannot download" in done.stdout, done.stdout)
    damaged = os.path.join(work, "damaged")
    shutil.copytree(dist, damaged)
    with open(os.path.join(damaged, RELEASE.archive(host_target())), "ab") as file:
        file.write(b"x")
    done = run(["sh", script, "--to", target], env=environment(KVAL_INSTALL_BASE="file://" + damaged))
    expect("install.sh: a wrong checksum is refused",
           done.returncode == 1 and "nothing was installed" in done.stdout and not os.path.exists(target), done.stdout)
    check_powershell(dist, work, server)
    server.shutdown()


def check_powershell(dist, work, server):
    if shutil.which("pwsh") is None:
        print("skipped install.ps1: pwsh is not installed")
        return
    target = os.path.join(work, "windows")
    command = ["pwsh", "-NoProfile", "-File", os.path.join(dist, "install.ps1"), "-To", target, "-Target", "x86_64-windows"]
    done = run(command, env=environment(KVAL_INSTALL_BASE=server.base))
    expect("install.ps1: installs", done.returncode == 0 and os.listdir(target) == ["kval.exe"], done.stdout)
    done = run(command, env=environment(KVAL_INSTALL_BASE=os.path.join(work, "damaged-windows")))
    expect("install.ps1: a failed download is reported", done.returncode != 0, done.stdout)


def check_manifests(kval, dist, base):
    """Every manifest is valid for kval, names each address once, and has its archive's checksum."""
    manifests = os.path.join(dist, "manifests")
    schemas = os.path.join(HERE, "schemas")
    for path, schema in ("scoop/kval.json", "scoop"), ("winget/kval.kval.yaml", "winget-version"), \
            ("winget/kval.kval.installer.yaml", "winget-installer"), \
            ("winget/kval.kval.locale.en-US.yaml", "winget-defaultLocale"):
        done = run([kval, "-f", os.path.join(schemas, schema + ".schema.json"), "-f", os.path.join(manifests, path)])
        expect(f"{path} is valid", done.returncode == 0, done.stdout)
    texts = {}
    for path in "homebrew/kval.rb", "nix/flake.nix", "scoop/kval.json", "winget/kval.kval.installer.yaml":
        with open(os.path.join(manifests, path), encoding="utf-8") as file:
            texts[path] = file.read()
    unix = [target for target in RELEASE.targets if not target.endswith("-windows")]
    for target in unix:
        address = f"{base}/{RELEASE.archive(target)}"
        digest = checksum(os.path.join(dist, RELEASE.archive(target)))
        found = re.search(re.escape(address) + r'"\n +sha256 "(\w+)"', texts["homebrew/kval.rb"])
        expect(f"homebrew: {target}", found and found.group(1) == digest, texts["homebrew/kval.rb"])
        expect(f"nix: {target}", f'"{address}"' in texts["nix/flake.nix"], texts["nix/flake.nix"])
    with open(os.path.join(manifests, "scoop/kval.json"), encoding="utf-8") as file:
        archive = json.load(file)["architecture"]["64bit"]
    digest = checksum(os.path.join(dist, RELEASE.archive("x86_64-windows")))
    expect("scoop: address and checksum", archive["url"] == f"{base}/{RELEASE.archive('x86_64-windows')}" and
           archive["hash"] == digest, str(archive))
    expect("winget: checksum", digest.upper() in texts["winget/kval.kval.installer.yaml"])
    for tool, path in (["ruby", "-c"], "homebrew/kval.rb"), (["nix-instantiate", "--parse"], "nix/flake.nix"):
        if shutil.which(tool[0]) is None:
            print(f"skipped the syntax of {path}: {tool[0]} is not installed")
            continue
        done = run([*tool, os.path.join(manifests, path)])
        expect(f"{path}: syntax", done.returncode == 0, done.stdout)


def check_dry_run(kval, work):
    """scripts/release makes a complete dist/, and joins the files of two machines."""
    script = os.path.join(ROOT, "scripts", "release")
    one, joined = os.path.join(work, "one"), os.path.join(work, "joined")
    done = run([script, RELEASE.version, "--dry-run", kval], env=environment(KVAL_DIST=one))
    names = set(os.listdir(one)) if os.path.isdir(one) else set()
    expect("release: a dry run makes dist/ complete", done.returncode == 0 and
           {"NOTES.md", "SHA256SUMS", "install.sh", RELEASE.archive(host_target()),
            f"kval-{RELEASE.version}-image.oci.tar"} <= names, done.stdout)
    done = run([script, "9.9.9", "--dry-run", kval], env=environment(KVAL_DIST=os.path.join(work, "none")))
    expect("release: another version is refused", done.returncode == 1 and "expected 9.9.9" in done.stdout, done.stdout)
    done = run([script, "--collect", RELEASE.version, one], env=environment(KVAL_DIST=joined))
    expect("release: files are joined", done.returncode == 0 and set(os.listdir(joined)) == names, done.stdout)
    with open(os.path.join(one, "NOTES.md"), "a", encoding="utf-8") as file:
        file.write("x")
    done = run([script, "--collect", RELEASE.version, one], env=environment(KVAL_DIST=joined))
    expect("release: a changed file is refused", done.returncode == 1 and "other checksums" in done.stdout, done.stdout)


def check_images(dist, work):
    """The container images of all Linux archives, read by tools that know OCI layouts."""
    script = os.path.join(ROOT, "packages", "oci.py")
    plain, shell = (os.path.join(dist, f"kval-{RELEASE.version}-image{kind}.oci.tar") for kind in ("", "-shell"))
    done = run([sys.executable, script, dist], env=environment())
    expect("images: written", done.returncode == 0, done.stdout)
    first = checksum(plain)
    run([sys.executable, script, dist], env=environment())
    expect("images: equal bytes in a second run", checksum(plain) == first)
    base = os.path.join(work, "base")
    with tarfile.open(plain) as archive:
        archive.extractall(base)
    done = run([sys.executable, script, dist, "--base", base], env=environment())
    expect("images: on top of a base", done.returncode == 0, done.stdout)
    if shutil.which("skopeo") is None or shutil.which("umoci") is None:
        print("skipped reading the images: skopeo or umoci is not installed")
    else:
        check_layouts(dist, work, {plain: (1, "kval"), shell: (2, "usr/local/bin/kval")})
    damaged = os.path.join(base, "blobs", "sha256")
    for name in os.listdir(damaged):
        with open(os.path.join(damaged, name), "ab") as file:
            file.write(b"x")
    done = run([sys.executable, script, dist, "--base", base], env=environment())
    expect("images: a damaged base is refused", done.returncode != 0 and "is damaged" in done.stdout, done.stdout)
    for path in plain, shell:
        os.remove(path)


def check_layouts(dist, work, images):
    linux = [target for target, entry in RELEASE.targets.items() if entry["os"] == "linux"]
    for path, (layers, program) in images.items():
        name = os.path.basename(path)
        source = f"oci-archive:{path}:{RELEASE.version}"
        layout = os.path.join(work, name)
        done = run(["skopeo", "copy", "--all", source, f"oci:{layout}:all"])
        expect(f"{name}: copied with all blobs", done.returncode == 0, done.stdout)
        for target in linux:
            architecture = {"x64": "amd64", "arm64": "arm64"}[RELEASE.targets[target]["cpu"]]
            choice = ["skopeo", "--override-os", "linux", "--override-arch", architecture]
            done = run([*choice, "inspect", source])
            found = json.loads(done.stdout) if done.returncode == 0 else {}
            expect(f"{name}: {architecture}", found.get("Architecture") == architecture and len(found["Layers"]) == layers and
                   found["Labels"]["org.opencontainers.image.version"] == RELEASE.version, done.stdout)
            run([*choice, "copy", source, f"oci:{layout}:{architecture}"])
            root = f"{layout}-{architecture}"
            done = run(["umoci", "unpack", "--rootless", "--image", f"{layout}:{architecture}", root])
            expect(f"{name}: {architecture} unpacks", done.returncode == 0, done.stdout)
            with tarfile.open(os.path.join(dist, RELEASE.archive(target))) as archive:
                wanted = archive.extractfile(archive.getmembers()[0]).read()
            with open(os.path.join(root, "rootfs", program), "rb") as file:
                expect(f"{name}: {architecture} contains the archive's program", file.read() == wanted)


def check_workflows(kval):
    for name in sorted(os.listdir(os.path.join(ROOT, ".github", "workflows"))):
        path = os.path.join(ROOT, ".github", "workflows", name)
        done = run([kval, "-f", os.path.join(HERE, "schemas", "workflow.schema.json"), "-f", path])
        expect(f"{name} is valid", done.returncode == 0, done.stdout)
        if shutil.which("actionlint"):
            done = run(["actionlint", path])
            expect(f"{name}: actionlint", done.returncode == 0, done.stdout)
        else:
            print(f"skipped {name}: actionlint is not installed")


def check_addresses():
    """No file that others install from contains a placeholder address."""
    paths = run(["git", "ls-files", "packages", "templates", ".github", "action.yml", ".pre-commit-hooks.yaml", "plugin.yaml"],
                cwd=ROOT).stdout.split()
    for path in paths:
        with open(os.path.join(ROOT, path), "rb") as file:
            found = re.search(rb"https?://[\w.-]*example\.(?:com|org)|github\.com/(?:OWNER|ORG|USER)\b|@example\.", file.read())
        if found:
            expect(f"{path} has no placeholder address", False, found.group(0).decode())
    expect("no placeholder addresses", True)


def main():
    kval = os.path.realpath(sys.argv[1])
    work = tempfile.mkdtemp(prefix="kval-release-")
    dist = os.path.join(work, "dist")
    os.makedirs(dist)
    try:
        check_release(kval)
        check_addresses()
        check_workflows(kval)
        if host_target() not in RELEASE.targets:
            print(f"skipped the installers: there is no target {host_target()}")
            return 1 if failures else 0
        make_archives(kval, dist)
        check_unpublished(dist)
        check_images(dist, work)
        base = "http://127.0.0.1/kval"
        done = run([os.path.join(ROOT, "scripts", "manifests"), dist], env=environment(KVAL_INSTALL_BASE=base))
        expect("scripts/manifests", done.returncode == 0, done.stdout)
        check_manifests(kval, dist, base)
        check_installer(dist, work)
        check_dry_run(kval, work)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return 1 if failures else 0


sys.exit(main())
