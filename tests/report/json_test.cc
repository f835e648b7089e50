#include <gtest/gtest.h>

#include "tests/report/hard_findings.h"

namespace kval::report {
namespace {

TEST_F(HardFindings, AsJson) {
  EXPECT_EQ(scene_.Print("json", options_), R"~({
  "format": "kval/1",
  "tool": {
    "name": "kval",
    "version": "0.1.0"
  },
  "summary": {
    "files": 2,
    "errors": 2,
    "warnings": 1,
    "notes": 0,
    "truncated": false
  },
  "diagnostics": [
    {
      "code": "KV301",
      "name": "type-mismatch",
      "severity": "error",
      "category": "type",
      "message": "expected integer, found 100% <string>, \"odd\"",
      "path": [
        "a/b",
        0
      ],
      "pointer": "/a~1b/0",
      "primary": {
        "file": "./envs/a b.yml",
        "start": {
          "line": 1,
          "column": 7,
          "byte": 14,
          "utf16": 8
        },
        "end": {
          "line": 1,
          "column": 8,
          "byte": 15,
          "utf16": 9
        },
        "label": "here"
      },
      "related": [
        {
          "role": "schema",
          "file": "schema.yml",
          "start": {
            "line": 1,
            "column": 4,
            "byte": 3,
            "utf16": 4
          },
          "end": {
            "line": 1,
            "column": 5,
            "byte": 4,
            "utf16": 5
          },
          "label": "declared; here"
        },
        {
          "role": "origin",
          "order": 1,
          "file": "schema.yml",
          "start": {
            "line": 1,
            "column": 4,
            "byte": 3,
            "utf16": 4
          },
          "end": {
            "line": 1,
            "column": 5,
            "byte": 4,
            "utf16": 5
          },
          "label": "default"
        }
      ],
      "expected": {
        "type": "integer"
      },
      "found": {
        "type": "string"
      },
      "notes": [
        "a note"
      ],
      "help": "drop: it",
      "url": "https://example.com/rules/KV301",
      "fingerprint": "sha256:dab97ddbc19dfa9b49edb23e152454108a7081a8ad95558130b5c08d63fa1031"
    },
    {
      "code": "KV310",
      "name": "deprecated",
      "severity": "warning",
      "category": "type",
      "message": "old # thing",
      "primary": {
        "file": "./envs/a b.yml",
        "start": {
          "line": 3,
          "column": 1,
          "byte": 22,
          "utf16": 1
        },
        "end": {
          "line": 4,
          "column": 4,
          "byte": 29,
          "utf16": 4
        }
      },
      "related": [],
      "notes": [],
      "url": "https://example.com/rules/KV310",
      "fingerprint": "sha256:7613d8ad626e26050199f0cf0e4a091ceb3584240012b93dc6beb91c7453f6f8"
    },
    {
      "code": "KV001",
      "name": "unreadable",
      "severity": "error",
      "category": "input",
      "message": "cannot read `b.yml`",
      "related": [],
      "notes": [],
      "url": "https://example.com/rules/KV001",
      "fingerprint": "sha256:8ccead2d602c964290b79153fe3de5a5da6e2c158e71c571171ff6b5a9a03090"
    }
  ]
}
)~");
}

TEST_F(HardFindings, AsJsonLines) {
  EXPECT_EQ(
      scene_.Print("jsonl", options_),
      R"~({"code":"KV301","name":"type-mismatch","severity":"error","category":"type","message":"expected integer, found 100% <string>, \"odd\"","path":["a/b",0],"pointer":"/a~1b/0","primary":{"file":"./envs/a b.yml","start":{"line":1,"column":7,"byte":14,"utf16":8},"end":{"line":1,"column":8,"byte":15,"utf16":9},"label":"here"},"related":[{"role":"schema","file":"schema.yml","start":{"line":1,"column":4,"byte":3,"utf16":4},"end":{"line":1,"column":5,"byte":4,"utf16":5},"label":"declared; here"},{"role":"origin","order":1,"file":"schema.yml","start":{"line":1,"column":4,"byte":3,"utf16":4},"end":{"line":1,"column":5,"byte":4,"utf16":5},"label":"default"}],"expected":{"type":"integer"},"found":{"type":"string"},"notes":["a note"],"help":"drop: it","url":"https://example.com/rules/KV301","fingerprint":"sha256:dab97ddbc19dfa9b49edb23e152454108a7081a8ad95558130b5c08d63fa1031"}
{"code":"KV310","name":"deprecated","severity":"warning","category":"type","message":"old # thing","primary":{"file":"./envs/a b.yml","start":{"line":3,"column":1,"byte":22,"utf16":1},"end":{"line":4,"column":4,"byte":29,"utf16":4}},"related":[],"notes":[],"url":"https://example.com/rules/KV310","fingerprint":"sha256:7613d8ad626e26050199f0cf0e4a091ceb3584240012b93dc6beb91c7453f6f8"}
{"code":"KV001","name":"unreadable","severity":"error","category":"input","message":"cannot read `b.yml`","related":[],"notes":[],"url":"https://example.com/rules/KV001","fingerprint":"sha256:8ccead2d602c964290b79153fe3de5a5da6e2c158e71c571171ff6b5a9a03090"}
)~");
}

}  // namespace
}  // namespace kval::report
