#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "src/report/fingerprint.h"
#include "src/report/place.h"
#include "src/report/text.h"
#include "tests/report/findings.h"

namespace kval::report {
namespace {

using diag::Kind;

// Three findings with all that needs care: a name with a space, a byte order mark, wide characters, texts
// with `%`, `<`, quotes and `#`, a range over two lines, a finding without place.
class MachineFormat : public testing::Test {
 protected:
  MachineFormat() {
    scene_
        .File("./envs/a b.yml",
              "\xEF\xBB\xBF"
              "k: 日🎉 x\nlist:\n- 1\n- 1\n")
        .File("schema.yml", "k: 1\n");
    scene_
        .Report(scene_.At("./envs/a b.yml", "x"), Kind::kTypeMismatch,
                "expected integer, found 100% <string>, \"odd\"")
        .Label("here")
        .Schema(scene_.At("schema.yml", "1"), "declared; here")
        .Origin(scene_.At("schema.yml", "1"), "default")
        .At({diag::PathStep::Key("a/b"), diag::PathStep::Index(0)})
        .Found("string")
        .Expected("integer")
        .Note("a note")
        .Hint("drop: it")
        .Emit();
    scene_.Report(scene_.At("./envs/a b.yml", "- 1\n- 1"), Kind::kDeprecated, "old # thing").Emit();
    scene_.Report({}, Kind::kUnreadable, "cannot read `b.yml`").Emit();
    options_.tool_version = "0.1.0";
    options_.file_count = 2;
    options_.rules_url = "https://example.com/rules/";
  }

  Scene scene_;
  Options options_;
};

TEST_F(MachineFormat, Json) {
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

TEST_F(MachineFormat, JsonLines) {
  EXPECT_EQ(
      scene_.Print("jsonl", options_),
      R"~({"code":"KV301","name":"type-mismatch","severity":"error","category":"type","message":"expected integer, found 100% <string>, \"odd\"","path":["a/b",0],"pointer":"/a~1b/0","primary":{"file":"./envs/a b.yml","start":{"line":1,"column":7,"byte":14,"utf16":8},"end":{"line":1,"column":8,"byte":15,"utf16":9},"label":"here"},"related":[{"role":"schema","file":"schema.yml","start":{"line":1,"column":4,"byte":3,"utf16":4},"end":{"line":1,"column":5,"byte":4,"utf16":5},"label":"declared; here"},{"role":"origin","order":1,"file":"schema.yml","start":{"line":1,"column":4,"byte":3,"utf16":4},"end":{"line":1,"column":5,"byte":4,"utf16":5},"label":"default"}],"expected":{"type":"integer"},"found":{"type":"string"},"notes":["a note"],"help":"drop: it","url":"https://example.com/rules/KV301","fingerprint":"sha256:dab97ddbc19dfa9b49edb23e152454108a7081a8ad95558130b5c08d63fa1031"}
{"code":"KV310","name":"deprecated","severity":"warning","category":"type","message":"old # thing","primary":{"file":"./envs/a b.yml","start":{"line":3,"column":1,"byte":22,"utf16":1},"end":{"line":4,"column":4,"byte":29,"utf16":4}},"related":[],"notes":[],"url":"https://example.com/rules/KV310","fingerprint":"sha256:7613d8ad626e26050199f0cf0e4a091ceb3584240012b93dc6beb91c7453f6f8"}
{"code":"KV001","name":"unreadable","severity":"error","category":"input","message":"cannot read `b.yml`","related":[],"notes":[],"url":"https://example.com/rules/KV001","fingerprint":"sha256:8ccead2d602c964290b79153fe3de5a5da6e2c158e71c571171ff6b5a9a03090"}
)~");
}

TEST_F(MachineFormat, Sarif) {
  EXPECT_EQ(scene_.Print("sarif", options_), R"~({
  "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
  "version": "2.1.0",
  "runs": [
    {
      "tool": {
        "driver": {
          "name": "kval",
          "informationUri": "https://example.com/rules/",
          "semanticVersion": "0.1.0",
          "rules": [
            {
              "id": "KV301",
              "name": "TypeMismatch",
              "shortDescription": {
                "text": "a value has another type than the schema declares"
              },
              "fullDescription": {
                "text": "a value has another type than the schema declares"
              },
              "helpUri": "https://example.com/rules/KV301",
              "defaultConfiguration": {
                "level": "error"
              },
              "properties": {
                "tags": [
                  "configuration",
                  "type-mismatch"
                ],
                "problem.severity": "error",
                "precision": "very-high"
              }
            },
            {
              "id": "KV310",
              "name": "Deprecated",
              "shortDescription": {
                "text": "a deprecated value is set"
              },
              "fullDescription": {
                "text": "a deprecated value is set"
              },
              "helpUri": "https://example.com/rules/KV310",
              "defaultConfiguration": {
                "level": "warning"
              },
              "properties": {
                "tags": [
                  "configuration",
                  "deprecated"
                ],
                "problem.severity": "warning",
                "precision": "very-high"
              }
            }
          ]
        }
      },
      "columnKind": "unicodeCodePoints",
      "originalUriBaseIds": {
        "%SRCROOT%": {
          "description": {
            "text": "the directory that kval was run in"
          }
        }
      },
      "invocations": [
        {
          "executionSuccessful": true,
          "toolExecutionNotifications": [
            {
              "descriptor": {
                "id": "KV001"
              },
              "level": "error",
              "message": {
                "text": "cannot read `b.yml`"
              }
            }
          ]
        }
      ],
      "results": [
        {
          "ruleId": "KV301",
          "ruleIndex": 0,
          "level": "error",
          "message": {
            "text": "a/b[0]: expected integer, found 100% <string>, \"odd\"\nhelp: drop: it"
          },
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "envs/a%20b.yml",
                  "uriBaseId": "%SRCROOT%"
                },
                "region": {
                  "startLine": 1,
                  "startColumn": 7,
                  "endLine": 1,
                  "endColumn": 8,
                  "byteOffset": 14,
                  "byteLength": 1
                }
              },
              "logicalLocations": [
                {
                  "fullyQualifiedName": "a/b[0]",
                  "kind": "member"
                }
              ]
            }
          ],
          "relatedLocations": [
            {
              "id": 1,
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "schema.yml",
                  "uriBaseId": "%SRCROOT%"
                },
                "region": {
                  "startLine": 1,
                  "startColumn": 4,
                  "endLine": 1,
                  "endColumn": 5,
                  "byteOffset": 3,
                  "byteLength": 1
                }
              },
              "message": {
                "text": "declared; here"
              }
            },
            {
              "id": 2,
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "schema.yml",
                  "uriBaseId": "%SRCROOT%"
                },
                "region": {
                  "startLine": 1,
                  "startColumn": 4,
                  "endLine": 1,
                  "endColumn": 5,
                  "byteOffset": 3,
                  "byteLength": 1
                }
              },
              "message": {
                "text": "default"
              }
            }
          ],
          "partialFingerprints": {
            "primaryLocationLineHash": "dab97ddbc19dfa9b:1",
            "kval/v1": "dab97ddbc19dfa9b49edb23e152454108a7081a8ad95558130b5c08d63fa1031"
          }
        },
        {
          "ruleId": "KV310",
          "ruleIndex": 1,
          "level": "warning",
          "message": {
            "text": "old # thing"
          },
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "envs/a%20b.yml",
                  "uriBaseId": "%SRCROOT%"
                },
                "region": {
                  "startLine": 3,
                  "startColumn": 1,
                  "endLine": 4,
                  "endColumn": 4,
                  "byteOffset": 22,
                  "byteLength": 7
                }
              }
            }
          ],
          "relatedLocations": [],
          "partialFingerprints": {
            "primaryLocationLineHash": "7613d8ad626e2605:1",
            "kval/v1": "7613d8ad626e26050199f0cf0e4a091ceb3584240012b93dc6beb91c7453f6f8"
          }
        }
      ]
    }
  ]
}
)~");
}

TEST_F(MachineFormat, Github) {
  EXPECT_EQ(
      scene_.Print("github", options_),
      R"~(::error title=kval (KV301),file=envs/a b.yml,line=1,endLine=1,col=7,endColumn=8::envs/a b.yml:1:7: a/b[0]: expected integer, found 100%25 <string>, "odd"%0Ahelp: drop: it
::warning title=kval (KV310),file=envs/a b.yml,line=3,endLine=4::envs/a b.yml:3:1: old # thing
::error title=kval (KV001)::cannot read `b.yml`
)~");
}

TEST_F(MachineFormat, Gitlab) {
  EXPECT_EQ(scene_.Print("gitlab", options_), R"~([
  {
    "check_name": "KV301",
    "description": "KV301: a/b[0]: expected integer, found 100% <string>, \"odd\"",
    "severity": "major",
    "fingerprint": "dab97ddbc19dfa9b49edb23e152454108a7081a8ad95558130b5c08d63fa1031",
    "location": {
      "path": "envs/a b.yml",
      "positions": {
        "begin": {
          "line": 1,
          "column": 7
        },
        "end": {
          "line": 1,
          "column": 8
        }
      }
    }
  },
  {
    "check_name": "KV310",
    "description": "KV310: old # thing",
    "severity": "minor",
    "fingerprint": "7613d8ad626e26050199f0cf0e4a091ceb3584240012b93dc6beb91c7453f6f8",
    "location": {
      "path": "envs/a b.yml",
      "positions": {
        "begin": {
          "line": 3,
          "column": 1
        },
        "end": {
          "line": 4,
          "column": 4
        }
      }
    }
  },
  {
    "check_name": "KV001",
    "description": "KV001: cannot read `b.yml`",
    "severity": "major",
    "fingerprint": "8ccead2d602c964290b79153fe3de5a5da6e2c158e71c571171ff6b5a9a03090",
    "location": {
      "path": "kval",
      "positions": {
        "begin": {
          "line": 1,
          "column": 1
        },
        "end": {
          "line": 1,
          "column": 1
        }
      }
    }
  }
]
)~");
}

TEST_F(MachineFormat, Junit) {
  EXPECT_EQ(scene_.Print("junit", options_), R"~(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="kval" tests="3" failures="2" errors="0">
  <testsuite name="envs/a b.yml" tests="2" failures="1" errors="0">
    <testcase name="KV301 a/b[0]" classname="envs/a b.yml">
      <failure type="KV301" message="a/b[0]: expected integer, found 100% &lt;string&gt;, &quot;odd&quot;">envs/a b.yml:1:7: a/b[0]: expected integer, found 100% &lt;string&gt;, &quot;odd&quot;&#10;help: drop: it</failure>
    </testcase>
    <testcase name="KV310" classname="envs/a b.yml">
      <system-out>warning: envs/a b.yml:3:1: old # thing</system-out>
    </testcase>
  </testsuite>
  <testsuite name="kval" tests="1" failures="1" errors="0">
    <testcase name="KV001" classname="kval">
      <failure type="KV001" message="cannot read `b.yml`">cannot read `b.yml`</failure>
    </testcase>
  </testsuite>
</testsuites>
)~");
}

TEST_F(MachineFormat, Rdjson) {
  EXPECT_EQ(scene_.Print("rdjson", options_), R"~({
  "source": {
    "name": "kval",
    "url": "https://example.com/rules/"
  },
  "diagnostics": [
    {
      "message": "a/b[0]: expected integer, found 100% <string>, \"odd\"\nhelp: drop: it",
      "location": {
        "path": "envs/a b.yml",
        "range": {
          "start": {
            "line": 1,
            "column": 12
          },
          "end": {
            "line": 1,
            "column": 13
          }
        }
      },
      "severity": "ERROR",
      "code": {
        "value": "KV301",
        "url": "https://example.com/rules/KV301"
      },
      "related_locations": [
        {
          "message": "declared; here",
          "location": {
            "path": "schema.yml",
            "range": {
              "start": {
                "line": 1,
                "column": 4
              },
              "end": {
                "line": 1,
                "column": 5
              }
            }
          }
        },
        {
          "message": "default",
          "location": {
            "path": "schema.yml",
            "range": {
              "start": {
                "line": 1,
                "column": 4
              },
              "end": {
                "line": 1,
                "column": 5
              }
            }
          }
        }
      ]
    },
    {
      "message": "old # thing",
      "location": {
        "path": "envs/a b.yml",
        "range": {
          "start": {
            "line": 3,
            "column": 1
          },
          "end": {
            "line": 4,
            "column": 4
          }
        }
      },
      "severity": "WARNING",
      "code": {
        "value": "KV310",
        "url": "https://example.com/rules/KV310"
      },
      "related_locations": []
    },
    {
      "message": "cannot read `b.yml`",
      "severity": "ERROR",
      "code": {
        "value": "KV001",
        "url": "https://example.com/rules/KV001"
      },
      "related_locations": []
    }
  ]
}
)~");
}

TEST_F(MachineFormat, Azure) {
  EXPECT_EQ(
      scene_.Print("azure", options_),
      R"~(##vso[task.logissue type=error;sourcepath=envs/a b.yml;linenumber=1;columnnumber=7;code=KV301;]a/b[0]: expected integer, found 100%AZP25 <string>, "odd"
##vso[task.logissue type=warning;sourcepath=envs/a b.yml;linenumber=3;columnnumber=1;code=KV310;]old # thing
##vso[task.logissue type=error;code=KV001;]cannot read `b.yml`
)~");
}

TEST_F(MachineFormat, Tap) {
  EXPECT_EQ(scene_.Print("tap", options_), R"~(TAP version 14
1..3
not ok 1 - ./envs/a b.yml:1:7: KV301 a/b[0]: expected integer, found 100% <string>, "odd"
  ---
  severity: "error"
  message: "expected integer, found 100% <string>, \"odd\""
  path: "a/b[0]"
  found: "string"
  expected: "integer"
  help: "drop: it"
  ...
not ok 2 - ./envs/a b.yml:3:1: KV310 old \# thing # TODO warning
  ---
  severity: "warning"
  message: "old # thing"
  ...
not ok 3 - KV001 cannot read `b.yml`
  ---
  severity: "error"
  message: "cannot read `b.yml`"
  ...
)~");
}

TEST(Machines, InvalidBytesBecomeReplacementCharacters) {
  Scene scene;
  scene.File("a\xFF.yml", "a: \xFF\n");
  scene.Report(scene.At("a\xFF.yml", "\xFF"), Kind::kInvalidUtf8, "byte \xFF\x1B is odd").Emit();
  for (const Reporter& reporter : Reporters()) {
    const std::string out = scene.Print(reporter.name);
    EXPECT_EQ(out, ValidUtf8(out)) << reporter.name;
    EXPECT_EQ(out.find('\x1B'), std::string::npos) << reporter.name;
  }
}

TEST(Machines, ControlCharactersCannotEndACommand) {
  Scene scene;
  scene.File("a\n::b,c:d;e].yml", "a: 1\n");
  scene.Report(scene.At("a\n::b,c:d;e].yml", "1"), Kind::kTypeMismatch, "x\r\n::error::y").Emit();
  EXPECT_EQ(scene.Print("github"),
            "::error title=kval (KV301),file=a%0A%3A%3Ab%2Cc%3Ad;e].yml,line=1,endLine=1,col=4,endColumn=5::"
            "a%0A::b,c:d;e].yml:1:4: x\\r%0A::error::y\n");
  EXPECT_EQ(scene.Print("azure"),
            "##vso[task.logissue "
            "type=error;sourcepath=a%0A::b,c:d%3Be%5D.yml;linenumber=1;columnnumber=4;code=KV301;]"
            "x\\r%0A::error::y\n");
}

TEST(PositionOf, CountsInEveryUnit) {
  struct Case {
    std::string text;
    std::string_view marked;
    Position position;
  };
  const Case cases[] = {
      {"a: x", "x", {1, 4, 4, 4, 3}},
      {"a:\tx", "x", {1, 4, 4, 4, 3}},
      {"é日🎉x", "x", {1, 4, 10, 5, 9}},
      {"e\xCC\x81x", "x", {1, 3, 4, 3, 3}},
      {"\xEF\xBB\xBF"
       "a\r\nb: x",
       "x",
       {2, 4, 4, 4, 9}},
      {"a\nb\rc x", "x", {3, 3, 3, 3, 6}},
      {"\xFFx", "x", {1, 2, 2, 2, 1}},
      {"a: x\n", "\n", {1, 5, 5, 5, 4}},
  };
  for (const Case& c : cases) {
    Scene scene;
    scene.File("first.yml", "so that the next file does not start at 0").File("a", c.text);
    const source::Span span = scene.At("a", c.marked);
    const Position position = PositionOf(scene.sources().FileOf(span), span.begin);
    EXPECT_EQ(position.line, c.position.line) << c.text;
    EXPECT_EQ(position.column, c.position.column) << c.text;
    EXPECT_EQ(position.utf8_column, c.position.utf8_column) << c.text;
    EXPECT_EQ(position.utf16_column, c.position.utf16_column) << c.text;
    EXPECT_EQ(position.byte, c.position.byte) << c.text;
  }
}

TEST(PositionOf, TheEndOfAFileIsBehindItsLastCharacter) {
  Scene scene;
  scene.File("a", "a: [\n");
  const Position position = PositionOf(scene.sources().file(0), scene.EndOf(0).begin);
  EXPECT_EQ(position.line, 1U);
  EXPECT_EQ(position.column, 5U);
  EXPECT_EQ(position.byte, 5U);
}

std::vector<std::string> FingerprintsOf(const Scene& scene) {
  return Fingerprints({scene.sources(), scene.diagnostics()}, {});
}

TEST(Fingerprints, SurviveEditsElsewhereInTheFile) {
  std::vector<std::string> first;
  for (const std::string_view before : {"", "# a comment\n\n"}) {
    Scene scene;
    scene.File("a.yml", std::string(before) + "a: x\n");
    scene.Report(scene.At("a.yml", "x"), Kind::kTypeMismatch, "odd").At(Keys({"a"})).Emit();
    first.push_back(FingerprintsOf(scene).front());
  }
  EXPECT_EQ(first[0], first[1]);
  EXPECT_EQ(first[0].size(), 64U);
}

TEST(Fingerprints, TellEqualFindingsApart) {
  Scene scene;
  scene.File("a.yml", "a: x\nb: x\n");
  scene.Report(scene.At("a.yml", "x"), Kind::kTypeMismatch, "odd").Emit();
  scene.Report(scene.At("a.yml", "x", "b"), Kind::kTypeMismatch, "odd").Emit();
  const std::vector<std::string> both = FingerprintsOf(scene);
  EXPECT_NE(both[0], both[1]);
}

TEST(RelativeName, IsRelativeToTheRoot) {
  Options options;
  options.root = "/builds/group/project";
  EXPECT_EQ(RelativeName("/builds/group/project/a.yml", options), "a.yml");
  EXPECT_EQ(RelativeName("/builds/group/projects/a.yml", options), "/builds/group/projects/a.yml");
  EXPECT_EQ(RelativeName("./a.yml", options), "a.yml");
  EXPECT_EQ(RelativeName("../a.yml", options), "../a.yml");
}

TEST(LineFormats, AreOneLineForEachFinding) {
  Scene scene;
  scene.File("a.yml", "a: x\nlonger: y\n").File("b.yml", "c: z\n");
  scene.Report(scene.At("a.yml", "x"), Kind::kTypeMismatch, "odd\nthing").At(Keys({"a"})).Emit();
  scene.Report(scene.At("b.yml", "z"), Kind::kDeprecated, "old").Emit();
  scene.Report(scene.At("a.yml", "y"), Kind::kDeprecated, "old").At(Keys({"longer"})).Emit();
  scene.Report({}, Kind::kUnreadable, "cannot read `c.yml`").Emit();
  EXPECT_EQ(scene.Print("concise"),
            "a.yml:1:4: error[KV301] a: odd\\nthing\n"
            "b.yml:1:4: warning[KV310] old\n"
            "a.yml:2:9: warning[KV310] longer: old\n"
            "error[KV001] cannot read `c.yml`\n");
  EXPECT_EQ(scene.Print("grouped"),
            "a.yml\n"
            "  1:4  error[KV301]    a: odd\\nthing\n"
            "  2:9  warning[KV310]  longer: old\n"
            "\n"
            "b.yml\n"
            "  1:4  warning[KV310]  old\n"
            "\n"
            "  error[KV001]  cannot read `c.yml`\n"
            "\n");
}

}  // namespace
}  // namespace kval::report
