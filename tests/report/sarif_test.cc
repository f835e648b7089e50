#include <gtest/gtest.h>

#include "tests/report/hard_findings.h"

namespace kval::report {
namespace {

TEST_F(HardFindings, AsSarif) {
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

}  // namespace
}  // namespace kval::report
