#!/usr/bin/env python3
"""Compares kval with ytt on chains of overlays over large maps and long arrays. Only these use the data that kval caches
between overlays (merge/key_table_cache.h, Builder::WithMore, the links of inserted items).

  ytt_chain_differential.py KVAL [--cases 150] [--seed 1] [--ytt PATH]

Skipped with a message if ytt is not on PATH. Differences are printed, and their files are kept in a directory."""
import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    yaml = None

LOAD = '#@ load("@ytt:overlay", "overlay")\n'
DEFAULTS = "#@overlay/match-child-defaults missing_ok=True\n"


def document(rng, kind):
    holder = {"kind": kind}
    holder.update({f"k{i}": i for i in range(rng.choice([10, 30, 70]))})
    holder["nest"] = {f"n{i}": i for i in range(rng.choice([5, 25]))}
    holder["list"] = [{"id": i, "v": 0} for i in range(rng.choice([3, 70, 90]))]
    return yaml.safe_dump(holder, sort_keys=False)


def insertion(rng, matchers, what):
    """Inserts an item before or after the matches, or removes or replaces them. Inserting on both sides is excluded: in ytt
    the two items are one object, so that a later overlay changes both; in kval they are values."""
    where = rng.choice(["before=True", "after=True"])
    done = rng.choice([f"insert {where}", f"insert {where}", f"insert {where}", "remove", "replace"])
    return f'#@overlay/match by={rng.choice(matchers)}, expects="0+"\n#@overlay/{done}\n{what}'


def item(rng):
    number = rng.randint(0, 9)
    if rng.random() < 0.3:
        some = rng.randint(0, 90)
        return insertion(rng, ['"id"', '"id"', f'overlay.subset({{"id": {some}}})', f'overlay.subset({{"v": {number}}})',
                               f'lambda i, l, r: i == {number}', f'lambda i, l, r: l["id"] % 17 == {number}'],
                         f"- {{id: {rng.choice([some, some + 1, rng.randint(0, 90)])}, v: {number}}}\n")
    return rng.choice([
        f"#@overlay/append\n- {{id: {rng.randint(0, 200)}, v: 1}}\n",
        f"#@overlay/append\n- {{id: {rng.randint(0, 200)}, v: 1}}\n",
        f"#@overlay/match by=\"id\", missing_ok=True\n- {{id: {rng.randint(0, 90)}, v: {number}}}\n",
        f"#@overlay/match by=overlay.index({rng.randint(0, 2)})\n#@overlay/insert before=True\n- {{id: {rng.randint(300, 900)}}}\n",
        f"#@overlay/match by=\"id\", missing_ok=True\n#@overlay/remove\n- {{id: {rng.randint(0, 90)}}}\n",
        f"- {{id: {rng.randint(0, 200)}, w: 1}}\n"])


def key_edit(rng, key):
    number = rng.randint(100, 999)
    return rng.choice([
        f"{key}: {number}\n", f"{key}: {number}\n", f"#@overlay/remove\n{key}:\n", f"new{number % 40}: {number}\n",
        f"new{number % 40}: {number}\n", f"#@overlay/replace via=lambda l, r: r\n{key}: {number}\n",
        f"#@overlay/match by=lambda i, l, r: i == '{key}', missing_ok=True\n#@overlay/replace\nx{key}: {number}\n",
        f"#@overlay/replace or_add=True\nz{key}: {{a: {number}}}\n"])


def map_edits(rng, keys):
    """Returns edits of a map, each of a different key."""
    made = {}
    for _ in range(rng.randint(1, 4)):
        edit = key_edit(rng, rng.choice(keys))
        made[next(line for line in edit.splitlines() if not line.startswith("#")).split(":")[0]] = edit
    return "".join(made.values())


def indented(text):
    return "".join("  " + line + "\n" for line in text.splitlines())


def overlay(rng):
    if rng.random() < 0.15:
        return insertion(rng, ["overlay.all", 'overlay.subset({"kind": "A"})', 'lambda i, l, r: i == 1'],
                         f"---\nkind: {rng.choice('ABC')}\n" + "".join(f"k{i}: 0\n" for i in range(rng.choice([3, 30]))))
    matcher = rng.choice(["overlay.all", "overlay.all", 'overlay.subset({"kind": "A"})', "lambda i, l, r: l['kind'] == 'B'"])
    text = f'#@overlay/match by={matcher}, expects="0+"\n' + (DEFAULTS if rng.random() < 0.93 else "") + "---\n"
    text += map_edits(rng, [f"k{i}" for i in range(30)])
    if rng.random() < 0.4:
        text += "nest:\n" + indented(map_edits(rng, [f"n{i}" for i in range(25)]))
    if rng.random() < 0.6:
        text += "list:\n" + "".join(item(rng) for _ in range(rng.randint(1, 3)))
    return text


def run(command, folder):
    done = subprocess.run([*command, "-f", "a.yml", "-f", "b.yml"], cwd=folder, capture_output=True, text=True, timeout=60)
    verdict = done.returncode == 0 if 0 <= done.returncode <= 3 else f"died with {done.returncode}"
    return verdict, done.stdout, done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kval")
    parser.add_argument("--cases", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ytt", default=shutil.which("ytt"))
    options = parser.parse_args()
    if not options.ytt or yaml is None:
        print("skipped: no ytt on PATH" if yaml else "skipped: no PyYAML")
        return 77
    kval = os.path.abspath(options.kval)
    succeeded = disagreements = 0
    for case in range(options.cases):
        rng = random.Random(options.seed * 1000003 + case)
        folder = tempfile.mkdtemp(prefix="kval-chain-")
        with open(os.path.join(folder, "a.yml"), "w", encoding="utf-8") as file:
            file.write("---\n".join(document(rng, kind) for kind in "AB"))
        with open(os.path.join(folder, "b.yml"), "w", encoding="utf-8") as file:
            file.write(LOAD + "".join(overlay(rng) for _ in range(rng.randint(3, 9))))
        mine, theirs = run([kval, "render"], folder), run([options.ytt], folder)
        succeeded += mine[0] is True
        if mine[0] == theirs[0] and (mine[0] is False or [*yaml.safe_load_all(mine[1])] == [*yaml.safe_load_all(theirs[1])]):
            shutil.rmtree(folder)
            continue
        disagreements += 1
        print(f"case {case} differs: {folder}\n  kval ok={mine[0]} {mine[2][:300]}\n  ytt ok={theirs[0]} {theirs[2][:300]}")
    print(f"{options.cases} cases, {succeeded} of them valid for kval, {disagreements} disagreements")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
