#include <gtest/gtest.h>

#include "tests/report/hard_findings.h"

namespace kval::report {
namespace {

TEST_F(HardFindings, AsGithub) {
  EXPECT_EQ(
      scene_.Print("github", options_),
      R"~(::error title=kval (KV301),file=envs/a b.yml,line=1,endLine=1,col=7,endColumn=8::envs/a b.yml:1:7: a/b[0]: expected integer, found 100%25 <string>, "odd"%0Ahelp: drop: it
::warning title=kval (KV310),file=envs/a b.yml,line=3,endLine=4::envs/a b.yml:3:1: old # thing
::error title=kval (KV001)::cannot read `b.yml`
)~");
}

TEST_F(HardFindings, AsGitlab) {
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

TEST_F(HardFindings, AsAzure) {
  EXPECT_EQ(
      scene_.Print("azure", options_),
      R"~(##vso[task.logissue type=error;sourcepath=envs/a b.yml;linenumber=1;columnnumber=7;code=KV301;]a/b[0]: expected integer, found 100%AZP25 <string>, "odd"
##vso[task.logissue type=warning;sourcepath=envs/a b.yml;linenumber=3;columnnumber=1;code=KV310;]old # thing
##vso[task.logissue type=error;code=KV001;]cannot read `b.yml`
)~");
}

}  // namespace
}  // namespace kval::report
