#!/usr/bin/env python3
"""Templates of charts are programs of strangers: each run ends with a limit or an error, reads nothing outside of the chart,
and uses no network."""

import os
import unittest

from black_box import MIB, HostileTest

LIMIT = 3
REJECTED = 1
LIMITS = ["--limit", "helm-steps=2000000", "--limit", "helm-memory=256MiB", "--limit", "helm-output=64MiB"]

# Template -> exit code.
ATTACKS = {
    "texts that double": ("{{ $x := \"a\" }}{{ range until 64 }}{{ $x = print $x $x }}{{ end }}", LIMIT),
    "a text that is repeated": ("{{ repeat 1000000 \"aaaaaaaaaa\" | repeat 1000000 }}", LIMIT),
    "a text that is indented": ("{{ repeat 1000000 \"a\\n\" | indent 1000000 }}", LIMIT),
    "lists that double": ("{{ $x := list 1 }}{{ range until 64 }}{{ $x = concat $x $x }}{{ end }}", LIMIT),
    "a list without an end": ("{{ range until 1000000000 }}{{ end }}", LIMIT),
    "a list of steps": ("{{ untilStep 0 1000000000 1 | len }}", LIMIT),
    "loops in loops": ("{{ range until 10000 }}{{ range until 10000 }}{{ range until 10000 }}{{ end }}{{ end }}{{ end }}", LIMIT),
    "include that calls itself": ("{{ define \"r\" }}{{ include \"r\" . }}{{ end }}{{ include \"r\" . }}", REJECTED),
    "templates that call themselves": ("{{ define \"r\" }}{{ template \"r\" . }}{{ end }}{{ template \"r\" . }}", LIMIT),
    "includes that double": ("{{ define \"d\" }}{{ if . }}{{ include \"d\" (rest .) }}{{ include \"d\" (rest .) }}{{ end }}{{ end }}"
                             "{{ include \"d\" (until 60) }}", LIMIT),
    "tpl in tpl": ("{{ tpl .Values.again . }}", LIMIT),
    "a map in itself": ("{{ $d := dict }}{{ $_ := set $d \"d\" $d }}{{ toYaml $d }}", None),
    "a map in itself that is printed": ("{{ $d := dict }}{{ $_ := set $d \"d\" $d }}{{ $d }}", None),
    "a map in itself that is copied": ("{{ $d := dict }}{{ $_ := set $d \"d\" $d }}{{ deepCopy $d | len }}", None),
    "a map in itself that is compared": ("{{ $d := dict }}{{ $_ := set $d \"d\" $d }}{{ deepEqual $d (dict \"d\" $d) }}", None),
    "maps in maps that double": ("{{ $d := dict }}{{ range until 64 }}{{ $d = dict \"a\" $d \"b\" $d }}{{ end }}{{ toJson $d }}", LIMIT),
    "maps in maps that are escaped": ("{{ $d := dict }}{{ range until 64 }}{{ $d = dict \"a\" $d \"b\" $d }}{{ end }}{{ urlquery $d | len }}",
                                      LIMIT),
    "text in JSON in JSON": ("{{ $x := \"a\" }}{{ range until 1000 }}{{ $x = list $x | toJson }}{{ end }}", LIMIT),
    "an expression that backtracks": ("# {{ regexReplaceAll \"(a*)*(a*)*b\" (repeat 100000 \"a\") \"x\" | len }}", 0),
    "an expression that is large": ("{{ regexMatch \"((a{0,100}){0,100}){0,100}\" \"a\" }}", None),
    "matches that are replaced": ("{{ regexReplaceAll \"\" (repeat 1000000 \"a\") (repeat 1000000 \"b\") }}", LIMIT),
    "a format that is wide": ("{{ printf \"%1000000000d\" 1 }}", None),
    "numbers that are precise": ("{{ printf \"%.1000000000f\" 1.5 }}", None),
    "random text": ("{{ randAlphaNum 1000000000 }}", LIMIT),
    "keys": ("{{ range until 100000 }}{{ $x := genPrivateKey \"rsa\" }}{{ end }}", None),
}


class ChartTemplates(HostileTest):
    def chart(self, template):
        os.makedirs(os.path.join(self.folder, "c", "templates"), exist_ok=True)
        self.write("c/Chart.yaml", "apiVersion: v2\nname: c\nversion: 1.0.0\n")
        self.write("c/values.yaml", "again: '{{ tpl .Values.again . }}{{ tpl .Values.again . }}'\n")
        self.write("c/templates/a.yaml", template + "\n")

    def test_attacks_end(self):
        for name, (template, status) in ATTACKS.items():
            self.chart(template)
            for command in (["helm", "c"], ["helm", "template", "c"], ["helm", "coverage", "c"]):
                with self.subTest(name, command=command):
                    run = self.run_kval(*command, *LIMITS, memory=3000 * MIB, timeout=500)
                    self.assertIn(run.returncode, (0, REJECTED, LIMIT) if status is None else (status,),
                                  (run.stdout[:500], run.stderr[:500]))

    def test_nothing_outside_of_the_chart_is_read(self):
        self.write("secret.txt", "outside")
        for name in ("../secret.txt", "/etc/passwd", "templates/../../secret.txt", "..\\\\secret.txt"):
            self.chart("a: {{ .Files.Get \"" + name + "\" | quote }}\nb: {{ (.Files.Glob \"../*\").AsConfig | quote }}")
            run = self.run_kval("helm", "template", "c", timeout=500)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn(b'a: ""', run.stdout)
            self.assertNotIn(b"outside", run.stdout)

    def test_functions_ask_nobody(self):
        self.chart("a: {{ getHostByName \"localhost\" | quote }}\nb: {{ lookup \"v1\" \"Secret\" \"a\" \"b\" | toJson }}\n"
                   "c: {{ env \"HOME\" }}")
        run = self.run_kval("helm", "template", "c", timeout=500)
        self.assertEqual(run.returncode, REJECTED, run.stdout)
        self.assertIn(b'function "env" not defined', run.stderr)


if __name__ == "__main__":
    unittest.main()
