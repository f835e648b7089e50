#!/usr/bin/env python3
"""Tests of schemas/crd_catalog/crd_yaml.py: crd_yaml_test.py FOLDER. Compares it with PyYAML."""
import os
import sys
import unittest

FOLDER = sys.argv.pop(1)
sys.path.insert(0, FOLDER)
import crd_yaml  # noqa: E402

try:
    import yaml
except ImportError:
    print("skipped: there is no PyYAML")
    sys.exit(77)

TEXT = '''---
# a comment
apiVersion: apiextensions.k8s.io/v1
spec:
  names: {}
  list:
  - a
  - b: 1
    c: "quoted: \\"x\\" and a
      folded line"
  - - 1
    - 2
  -
    d: null
  description: |-
    First line: with a colon.

      - indented
    Last line.
  clipped: |
    text
  indented: |2-
     text
    more
  plain: a scalar that
    continues

    after an empty line
  single: 'it''s a rule: self == "x"
    && true'
  escaped: "a\\
    \\ b\\tc"
  "quoted key": yes it is
  'a''b': x
  -key: -1
  pattern: ^[a-z]([-a-z0-9]*[a-z0-9])?$
  true: false
  empty:
  next: "1"
---
kind: Second
'''


class Documents(unittest.TestCase):
    def test_equals_pyyaml(self):
        expected = [document for document in yaml.load_all(TEXT.replace("  true:", '  "true":'), Loader=yaml.SafeLoader)]
        self.assertEqual(crd_yaml.documents(TEXT.replace("  true:", '  "true":')), expected)

    def test_other_yaml_is_an_error(self):
        for text in ("a: [1]", "a: {b: 1}", "a: &x 1", "a: *x", "a: >-\n  x", "a: !!str 1", "a\n", "a: |+\n  x"):
            with self.subTest(text), self.assertRaises(ValueError):
                crd_yaml.documents(text)


if __name__ == "__main__":
    unittest.main()
