// KCL schemas validate YAML through the whole driver, with files in memory.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "src/driver/pipeline.h"
#include "src/driver/session.h"
#include "src/yaml/writer.h"

namespace kval {
namespace {

struct Case {
  std::string_view name;
  std::string_view schema;
  std::vector<std::string_view> values;
  // Findings as `file:line:column message`, then the values.
  std::string_view expected;
};

std::string Verdict(const Case& test, const driver::DriverOptions& base = {}) {
  source::MemoryFileReader reader;
  driver::DriverOptions options = base;
  reader.Add("app.k", std::string(test.schema));
  options.inputs.push_back({"app.k", {}, driver::InputRole::kAuto});
  for (size_t i = 0; i < test.values.size(); ++i) {
    const std::string name = "v" + std::to_string(i + 1) + ".yml";
    reader.Add(name, std::string(test.values[i]));
    options.inputs.push_back({name, {}, driver::InputRole::kAuto});
  }
  driver::Session session;
  const driver::PipelineResult result = driver::Run(options, reader, session);
  std::string text;
  for (const diag::Diagnostic& finding : session.findings.Sorted()) {
    const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
    if (at.has_value()) {
      const source::LineColumn place = session.sources.Locate(at.begin);
      text += session.sources.FileOf(at).name() + ":" + std::to_string(place.line) + ":" +
              std::to_string(place.column) + " ";
    }
    text += finding.message + "\n";
  }
  if (session.emit.error_count() == 0 && result.values != nullptr) {
    const value::Value* document = result.values;
    yaml::WriteYamlStream({&document, 1}, {}, text);
  }
  return text;
}

const Case kCases[] = {
    {"required attributes may come from any file",
     "schema A:\n    a: int\n    b: int\n",
     {"a: 1\n", "b: 2\n"},
     "a: 1\nb: 2\n"},
    {"a missing attribute is reported in the values",
     "schema A:\n    a: int\n    b: int\n",
     {"a: 1\n"},
     "v1.yml:1:1 required key `b` is missing\n"},
    {"a missing attribute inside is reported inside",
     "schema A:\n    b: B = {}\n\nschema B:\n    c: int\n    d: int = 1\n",
     {"b:\n  d: 2\n"},
     "v1.yml:2:3 required key `c` is missing\n"},
    {"null means the default", "schema A:\n    a: int = 1\n", {"a: null\n"}, "a: 1\n"},
    {"null for an optional attribute stays", "schema A:\n    a?: int\n", {"a: null\n"}, "a: null\n"},
    {"null is no value of a required attribute",
     "schema A:\n    a: int\n",
     {"a: null\n"},
     "v1.yml:1:4 expected integer, found null\n"},
    {"computed attributes stand in the order of the schema",
     "schema A:\n    b: int = a * 2\n    a: int\n",
     {"a: 2\n"},
     "b: 4\na: 2\n"},
    {"computed attributes may be given",
     "schema A:\n    b: int = a * 2\n    a: int\n",
     {"a: 2\nb: 1\n"},
     "b: 1\na: 2\n"},
    {"a fault of a computed attribute points at what it is computed from",
     "schema A:\n    x: int = 1\n    a: int\n    b: int = a * 2\n    check:\n        b < 10\n",
     {"x: 1\na: 5\n"},
     "v1.yml:2:4 10 is greater than the maximum of 9\n"},
    {"a computed default is united with what is given",
     "schema A:\n    m: str\n    b: B = {host = m}\n\nschema B:\n    host: str\n    port: int = 1\n",
     {"m: x\nb:\n  port: 2\n"},
     "m: x\nb:\n  host: x\n  port: 2\n"},
    {"if statements set attributes",
     "schema A:\n    big: bool\n    size: int = 1\n    if big:\n        size = 10\n",
     {"big: true\n"},
     "big: true\nsize: 10\n"},
    {"lists replace defaults", "schema A:\n    l: [int] = [1, 2, 3]\n", {"l: [9]\n"}, "l:\n- 9\n"},
    {"all faults in one run",
     "schema A:\n    a: int = 1\n    b: str = \"x\"\n    check:\n        a > 0\n",
     {"a: 0\nb: 1\nc: 2\n"},
     "v1.yml:1:4 0 is less than the minimum of 1\nv1.yml:2:4 expected string, found integer\n"
     "v1.yml:3:1 key `c` is not declared in the schema\n"},
    {"all check lines in one run, with their messages",
     "schema A:\n    a: int\n    b: int\n    check:\n        a < b, \"a below b\"\n        a + b > 10, "
     "\"more than 10\"\n",
     {"a: 3\nb: 2\n"},
     "v1.yml:1:4 a below b\nv1.yml:1:4 more than 10\n"},
    {"checks of every instance are run",
     "schema A:\n    l: [B]\n\nschema B:\n    x: int\n    z: int\n    check:\n        x < z if z > 0, \"x "
     "below z\"\n",
     {"l:\n- {x: 1, z: 2}\n- {x: 2, z: 1}\n- {x: 3, z: 1}\n- {x: 9, z: 0}\n"},
     "v1.yml:3:7 x below z\nv1.yml:4:7 x below z\n"},
    {"list data is checked item by item",
     "schema A:\n    a: int\n",
     {"- a: 1\n- a: x\n- {}\n"},
     "v1.yml:2:6 expected integer, found string\nv1.yml:3:3 required key `a` is missing\n"},
    {"asserts of the program see the values",
     "schema A:\n    a: int\n\nassert value.a > 1, \"a is too small\"\n",
     {"a: 1\n"},
     "v1.yml:1:1 EvaluationError: a is too small\n"},
    {"a key of an index signature has its default",
     "schema A:\n    [k: str]: B = B(k)\n\nschema B[id: str]:\n    full: str\n    name: str = id\n",
     {"u:\n  full: x\nv:\n  full: z\n  name: w\n"},
     "u:\n  full: x\n  name: u\nv:\n  full: z\n  name: w\n"},
    {"a record that is given in part keeps the rest of its default",
     "schema A:\n    b: B\n\nschema B:\n    c: C = C {d = 1}\n\nschema C:\n    d: int\n    e: int\n",
     {"b:\n  c:\n    e: 2\n"},
     "b:\n  c:\n    d: 1\n    e: 2\n"},
    {"without a schema only asserts speak", "assert value.a > 1\n", {"a: 2\n"}, "a: 2\n"},
    {"the member of a union is told by its literal",
     "schema A:\n    u: X | Y\n\nschema X:\n    kind: \"x\"\n    m: int\n\nschema Y:\n    kind: \"z\"\n    "
     "s: str\n",
     {"u:\n  kind: z\n  s: t\n"},
     "u:\n  kind: z\n  s: t\n"},
    {"schemas may contain themselves",
     "schema A:\n    m: int\n    next?: A\n",
     {"m: 1\nnext: {m: 2, next: {m: x}}\n"},
     "v1.yml:2:24 expected integer, found string\n"},
    {"overlays in annotated form",
     "schema A:\n    a: int\n    l: [str] = []\n",
     {"a: 1\nl: [x]\n", "#@data/values\n---\nl:\n- z\n"},
     "a: 1\nl:\n- x\n- z\n"},
    {"a mistake of the program is a mistake of the schema",
     "schema A:\n    a: Nothing\n",
     {"a: 1\n"},
     "app.k:2:8 CompileError: name 'Nothing' is not defined\n"},
};

TEST(KclSchemaTest, ChecksYaml) {
  for (const Case& test : kCases) {
    EXPECT_EQ(test.expected, Verdict(test)) << test.name;
  }
}

TEST(KclSchemaTest, SchemaByName) {
  const Case test{"", "schema A:\n    a: int\n\nschema B:\n    b: int\n", {"b: 1\n"}, ""};
  driver::DriverOptions options;
  options.schema_name = "B";
  EXPECT_EQ("b: 1\n", Verdict(test, options));
  options.schema_name = "C";
  EXPECT_EQ("app.k:1:1 the program has no schema `C`\n", Verdict(test, options));
}

TEST(KclSchemaTest, AttributeByName) {
  const Case test{"", "schema A:\n    a: int\n\nassert data.a > 1\n", {"a: 2\n"}, ""};
  driver::DriverOptions options;
  options.attribute_name = "data";
  EXPECT_EQ("a: 2\n", Verdict(test, options));
}

}  // namespace
}  // namespace kval
