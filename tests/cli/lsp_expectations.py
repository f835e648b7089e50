"""What the tests of `kval lsp` expect: each result is printed, and failures are counted."""

failures = []


def expect(name, found, wanted):
    if found == wanted:
        print(f"ok {name}")
    else:
        failures.append(name)
        print(f"FAILED {name}: {found!r} instead of {wanted!r}")


def texts(findings):
    return [finding["message"].split("\n")[0] for finding in findings]


def none(findings):
    return not findings


def some(findings):
    return bool(findings)
