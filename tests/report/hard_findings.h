#pragma once

#include <gtest/gtest.h>

#include "src/report/report.h"
#include "tests/report/findings.h"

namespace kval::report {

// Three findings with special cases: a file name with a space, a byte order mark, wide characters, strings
// with `%`, `<`, quotes and `#`, a range over two lines, and a finding without a place.
class HardFindings : public testing::Test {
 protected:
  HardFindings() {
    scene_
        .File("./envs/a b.yml",
              "\xEF\xBB\xBF"
              "k: 日🎉 x\nlist:\n- 1\n- 1\n")
        .File("schema.yml", "k: 1\n");
    scene_
        .Report(scene_.At("./envs/a b.yml", "x"), diag::Kind::kTypeMismatch,
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
    scene_.Report(scene_.At("./envs/a b.yml", "- 1\n- 1"), diag::Kind::kDeprecated, "old # thing").Emit();
    scene_.Report({}, diag::Kind::kUnreadable, "cannot read `b.yml`").Emit();
    options_.tool_version = "0.1.0";
    options_.file_count = 2;
    options_.rules_url = "https://example.com/rules/";
  }

  Scene scene_;
  RenderOptions options_;
};

}  // namespace kval::report
