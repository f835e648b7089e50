#!/usr/bin/env python3
"""Writes container images for all Linux targets as one OCI layout, without a daemon, a registry or root.

  oci.py DIRECTORY                  kval-VERSION-image.oci.tar: the program and its licences alone
  oci.py DIRECTORY --base LAYOUT    kval-VERSION-image-shell.oci.tar: on top of the images of an OCI layout, a directory such as
                                    `skopeo copy --all docker://debian:12-slim oci:LAYOUT` writes

DIRECTORY holds the archives of the targets. `skopeo copy --all oci-archive:FILE docker://…` pushes an image; `docker load` and
`podman load` read the file. Equal archives yield equal bytes.
"""
import gzip
import hashlib
import io
import json
import os
import sys
import tarfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from release import Release  # noqa: E402

MEDIA = "application/vnd.oci.image."
INDEXES = (MEDIA + "index.v1+json", "application/vnd.docker.distribution.manifest.list.v2+json")
PROCESSORS = {"x64": "amd64", "arm64": "arm64"}
NOBODY = "65534:65534"


def encode(document):
    return json.dumps(document, sort_keys=True, separators=(",", ":")).encode()


def sha256(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


class Layout:
    """The blobs of an OCI layout by digest."""

    def __init__(self):
        self.blobs = {}

    def add(self, media, data, **fields):
        """Returns the descriptor of a blob."""
        self.blobs[sha256(data)] = data
        return {"mediaType": media, "digest": sha256(data), "size": len(data), **fields}

    def write(self, path, index):
        """A tar file whose bytes depend on the blobs alone."""
        files = {"oci-layout": encode({"imageLayoutVersion": "1.0.0"}), "index.json": encode(index)}
        files.update({"blobs/" + digest.replace(":", "/"): data for digest, data in self.blobs.items()})
        with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as archive:
            for name in sorted(files):
                add_file(archive, name, files[name], 0o644)


class Base:
    """An OCI layout on disk with an image for each processor."""

    def __init__(self, path):
        self.path = path
        self.images = {}
        with open(os.path.join(path, "index.json"), "rb") as file:
            self.collect(json.load(file)["manifests"])

    def collect(self, descriptors):
        for descriptor in descriptors:
            if descriptor["mediaType"] in INDEXES:
                self.collect(json.loads(self.blob(descriptor))["manifests"])
                continue
            manifest = json.loads(self.blob(descriptor))
            config = json.loads(self.blob(manifest["config"]))
            if config.get("os") == "linux":
                self.images.setdefault(config["architecture"], (manifest, config))

    def blob(self, descriptor):
        with open(os.path.join(self.path, "blobs", *descriptor["digest"].split(":")), "rb") as file:
            data = file.read()
        if sha256(data) != descriptor["digest"]:
            raise SystemExit(f"oci: {self.path}: the blob {descriptor['digest']} is damaged")
        return data


def add_file(archive, name, data, mode):
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(data), mode
    archive.addfile(entry, io.BytesIO(data))


def layer(program, licences, prefix):
    """The bytes of a layer: `prefix` names where the program and the licences are."""
    output = io.BytesIO()
    with tarfile.open(fileobj=output, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        add_file(archive, prefix["program"], program, 0o755)
        for name in sorted(licences):
            add_file(archive, f"{prefix['licences']}/{name}", licences[name], 0o644)
        work = tarfile.TarInfo("work")
        work.type, work.mode = tarfile.DIRTYPE, 0o755
        archive.addfile(work)
    return output.getvalue()


def content(path):
    """The program and the licences of a target's archive."""
    program, licences = None, {}
    with tarfile.open(path) as archive:
        for entry in archive:
            parts = entry.name.split("/")
            if not entry.isfile():
                continue
            if parts[1:] == ["kval"]:
                program = archive.extractfile(entry).read()
            elif parts[1:] == ["LICENSE"] or parts[1:2] == ["licenses"]:
                licences[parts[-1]] = archive.extractfile(entry).read()
    return program, licences


def image(layout, release, target, path, base):
    """Adds the image of one target; returns its descriptor."""
    architecture = PROCESSORS[release.targets[target]["cpu"]]
    labels = {"org.opencontainers.image.title": "kval", "org.opencontainers.image.version": release.version,
              "org.opencontainers.image.description": release["summary"], "org.opencontainers.image.licenses": release["license"]}
    if release.is_published:
        labels["org.opencontainers.image.source"] = release["repository"]
    if base is None:
        layers = []
        config = {"architecture": architecture, "os": "linux", "rootfs": {"type": "layers", "diff_ids": []},
                  "config": {"Entrypoint": ["/kval"], "User": NOBODY}}
        prefix = {"program": "kval", "licences": "licenses"}
    else:
        if architecture not in base.images:
            raise SystemExit(f"oci: {base.path} has no image for {architecture}")
        manifest, config = base.images[architecture]
        layers = [layout.add(part["mediaType"], base.blob(part)) for part in manifest["layers"]]
        prefix = {"program": "usr/local/bin/kval", "licences": "usr/share/doc/kval/licenses"}
    data = layer(*content(path), prefix)
    layers.append(layout.add(MEDIA + "layer.v1.tar+gzip", gzip.compress(data, 9, mtime=0)))
    config["rootfs"]["diff_ids"].append(sha256(data))
    config.setdefault("config", {}).update({"WorkingDir": "/work", "Labels": {**config["config"].get("Labels", {}), **labels}})
    config.setdefault("history", []).append({"created_by": f"kval {release.version}"})
    manifest = {"schemaVersion": 2, "mediaType": MEDIA + "manifest.v1+json",
                "config": layout.add(MEDIA + "config.v1+json", encode(config)), "layers": layers}
    return layout.add(MEDIA + "manifest.v1+json", encode(manifest), platform={"architecture": architecture, "os": "linux"})


def main():
    words = sys.argv[1:]
    if len(words) not in (1, 3) or words[0].startswith("-") or words[1:2] not in ([], ["--base"]):
        print(__doc__, file=sys.stderr)
        return 2
    release, layout = Release(), Layout()
    base = Base(words[2]) if len(words) == 3 else None
    images = []
    for target, entry in release.targets.items():
        path = os.path.join(words[0], release.archive(target))
        if entry["os"] == "linux" and os.path.exists(path):
            images.append(image(layout, release, target, path, base))
    if not images:
        print(f"oci: {words[0]} has no archive for Linux", file=sys.stderr)
        return 1
    # One image with a variant for each processor, named by its version.
    whole = layout.add(INDEXES[0], encode({"schemaVersion": 2, "mediaType": INDEXES[0], "manifests": images}),
                       annotations={"org.opencontainers.image.ref.name": release.version})
    name = f"kval-{release.version}-image{'-shell' if base else ''}.oci.tar"
    layout.write(os.path.join(words[0], name), {"schemaVersion": 2, "mediaType": INDEXES[0], "manifests": [whole]})
    print(name)
    return 0


sys.exit(main())
