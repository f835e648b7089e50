#!/usr/bin/env python3
"""Compares the admission policies that kval evaluates with the API server's code (k8soracle with the command `admission`, found by
KVAL_K8SORACLE or on PATH): k8s_admission_differential.py KVAL [CASES [SEED]] [--show N] [--keep DIR].

A case is an object with random ValidatingAdmissionPolicies, bindings, parameters and namespaces. Both programs must find the same
violations and errors with the same actions. In a quarter of the cases, MutatingAdmissionPolicies change the object: both programs must
reject the request, or result in the same object. In another quarter, there are no policies: expressions must see the object with exactly the
defaults and other values that the API server sets. Skipped without the oracle."""
import collections
import concurrent.futures
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from k8s_admitted import Admitted, admitting  # noqa: E402
from k8s_manifests import MANIFESTS  # noqa: E402
from k8s_mutations import Mutations, expecting  # noqa: E402
from k8s_policies import Cases  # noqa: E402

ACTIONS = {"Deny": "error", "Warn": "warning", "Audit": "note"}
RANKS = {"error": 3, "warning": 2, "note": 1}
POLICY_FINDING = re.compile(r"the \S+ violates the policy `([^`]*)`: (.*)|the policy `([^`]*)` cannot be evaluated for the \S+: (.*)", re.DOTALL)


def ask_oracle(oracle, cases):
    run = subprocess.run([oracle, "admission"], input="".join(json.dumps(c) + "\n" for c in cases), stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, encoding="utf-8")
    if run.returncode != 0 and "admission" not in run.stderr:
        return None
    return [json.loads(line) for line in run.stdout.splitlines()]


def theirs(answer):
    """Returns the violations (policy, is an error, message) of an answer of the oracle with their severities."""
    found = {}
    for decision in answer["decisions"] or []:
        message = decision["message"]
        if decision["is_error"]:
            message = "no parameters" if decision["index"] == -2 else "error"
        key = (decision["policy"], decision["is_error"], message)
        severity = max((ACTIONS[a] for a in decision["actions"]), key=RANKS.get)
        found[key] = max(severity, found.get(key, "note"), key=RANKS.get)
    return found


def ours(kval, case, folder):
    """Returns the same for kval, whether an expression was not evaluated, and the other errors."""
    found, others, unknown = {}, [], False
    path = os.path.join(folder, "in.yaml")
    old = os.path.join(folder, "old.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n---\n".join(json.dumps(d) for d in [*case["documents"], case["object"]]))
    arguments = []
    if case["operation"] != "CREATE":
        arguments = ["--operation", case["operation"]]
    if "old" in case:
        with open(old, "w", encoding="utf-8") as file:
            json.dump(case["old"], file)
        arguments += ["--old", old]
    with open(os.path.join(folder, "arguments"), "w", encoding="utf-8") as file:
        file.write(" ".join(["k8s", path, *arguments]))
    run = subprocess.run([kval, "k8s", "-o", "jsonl", path, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if run.returncode not in (0, 1):
        return found, [f"exit code {run.returncode}: {run.stderr.decode()[:300]}"], False
    name = case["object"]["metadata"].get("name")
    for line in run.stdout.decode("utf-8").splitlines():
        finding = json.loads(line)
        match = POLICY_FINDING.fullmatch(finding["message"])
        if finding.get("rule") == "KV7295":
            unknown = unknown or "some objects" in finding["message"] or "not evaluated: no " not in finding["message"]
        elif match and finding.get("rule") in ("KV7292", "KV7293", "KV7294"):
            is_error = match[1] is None
            message = match[2]
            if is_error:
                message = "no parameters" if finding["rule"] == "KV7294" else "error"
            key = (match[1] or match[3], is_error, message)
            if about(finding, case, name):
                found[key] = max(finding["severity"], found.get(key, "note"), key=RANKS.get)
        elif finding["severity"] == "error":
            others.append(f'{finding.get("rule") or finding["code"]} {finding["message"]}')
    return found, others, unknown


def about(finding, case, name):
    """Whether a finding is about the object of the case, not about a parameter or a namespace."""
    line = finding["primary"]["line"] if "line" in finding["primary"] else finding["primary"]["start"]["line"]
    return line >= 2 * len(case["documents"]) + 1


def compare(kval, case, answer, folder):
    """Returns null or the description of a difference, and what was compared."""
    if not case["documents"]:
        return compare_admitted(kval, case, answer, folder)
    if any(d["kind"] == "MutatingAdmissionPolicy" for d in case["documents"]):
        return compare_mutation(kval, case, answer, folder)
    found, others, unknown = ours(kval, case, folder)
    if answer["outcome"] == "policy-invalid":
        return (None if others else f'kval accepts an invalid policy: {answer["error"][:600]}'), "invalid policies"
    if answer["outcome"] == "invalid":
        return (None if others else f'kval accepts an invalid object: {answer["error"][:600]}'), "invalid objects"
    if answer["outcome"] != "evaluated":
        return answer.get("error"), answer["outcome"]
    if others:
        return f"kval reports: {others[:2]}", "evaluated"
    expected = theirs(answer)
    if unknown:
        return None, "not evaluated by kval"
    if found == expected:
        return None, "with violations" if expected else "without violations"
    return f"the API server: {expected}\n   kval: {found}\n   texts: {[d['message'] for d in answer['decisions'] or []]}", "evaluated"


def compare_mutation(kval, case, answer, folder):
    if answer["outcome"] == "policy-invalid":
        found, others, _ = ours(kval, case, folder)
        return (None if others else f'kval accepts an invalid policy: {answer["error"][:600]}'), "invalid policies"
    mutated = answer.get("mutated")
    if answer["outcome"] == "mutation-denied" or not mutated:
        found, others, _ = ours(kval, case, folder)
        return (None if others or "error" in found.values() else f'kval accepts: {answer["error"][:600]}'), "rejected mutations"
    found, others, unknown = ours(kval, {**case, "documents": case["documents"] + expecting(case["object"]["kind"], mutated)}, folder)
    if unknown:
        return None, "not evaluated by kval"
    if answer["outcome"] == "invalid" and others:
        return None, "invalid mutated objects"
    if found or others:
        return f'kval: {list(found)[:3] or others[:2]}\n   the API server: {json.dumps(mutated)}', "mutations"
    return None, "mutations"


def compare_admitted(kval, case, answer, folder):
    if answer["outcome"] != "evaluated":
        return None, "invalid objects"
    found, others, _ = ours(kval, {**case, "documents": admitting(answer["admitted"])}, folder)
    # Fields of alpha features are not compared: the API server removes them, and kval reports that.
    return (f'kval: {list(found)[:3] or others[:2]}\n   the API server: {json.dumps(answer["admitted"])}' if found else None), "defaults"


def main():
    arguments = [a for i, a in enumerate(sys.argv[1:], 1) if not a.startswith("--") and not sys.argv[i - 1].startswith("--")]
    kval = os.path.abspath(arguments[0])
    count = int(arguments[1]) if len(arguments) > 1 else 1000
    dice = random.Random(int(arguments[2]) if len(arguments) > 2 else 1)
    show = int(sys.argv[sys.argv.index("--show") + 1]) if "--show" in sys.argv else 5
    keep = sys.argv[sys.argv.index("--keep") + 1] if "--keep" in sys.argv else None
    oracle = os.environ.get("KVAL_K8SORACLE") or shutil.which("k8soracle")
    makers = [Cases(dice, MANIFESTS), Cases(dice, MANIFESTS), Mutations(dice), Admitted(dice)]
    cases = [makers[i % 4].make() for i in range(count)]
    answers = ask_oracle(oracle, cases) if oracle else None
    if not answers:
        print("skipped: there is no k8soracle with the command `admission`")
        return 77
    seen, differences = collections.Counter(), []
    with tempfile.TemporaryDirectory() as scratch:
        def one(i):
            folder = os.path.join(keep or scratch, str(i))
            os.makedirs(folder, exist_ok=True)
            return compare(kval, cases[i], answers[i], folder)
        with concurrent.futures.ThreadPoolExecutor(2) as workers:
            for i, (difference, what) in enumerate(workers.map(one, range(count))):
                seen[what if difference is None else "different"] += 1
                if difference:
                    differences.append((i, difference))
    print(", ".join(f"{number} {what}" for what, number in seen.most_common()))
    for i, difference in differences[:show]:
        print(f"-- case {i}: {difference}")
        if "--texts" in sys.argv:
            print(json.dumps(cases[i]))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
