#include <gtest/gtest.h>

#include "tests/report/hard_findings.h"

namespace kval::report {
namespace {

TEST_F(HardFindings, AsRdjson) {
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
      "location": {
        "path": "kval"
      },
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

}  // namespace
}  // namespace kval::report
