#include <gtest/gtest.h>

#include "tests/report/hard_findings.h"

namespace kval::report {
namespace {

TEST_F(HardFindings, AsJunit) {
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

TEST_F(HardFindings, AsTap) {
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

}  // namespace
}  // namespace kval::report
