#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "include/kval/kval.h"
#include "src/driver/check_each.h"
#include "src/source/file_reader.h"

// The library and `kval check` give a schema the same language, and values the same dialect.
namespace kval::api {
namespace {

struct SchemaFile {
  const char* name;
  const char* text;
};

constexpr SchemaFile kSchemas[] = {
    {"s.yml", "#@data/values-schema\n---\na: text\n"},
    {"s.yml", "#! kind: CustomResourceDefinition, $schema, properties\n#@data/values-schema\n---\na: text\n"},
    {"s.yml", "#@schema/definition data_values=True\n---\na: text\n"},
    {"s.k", "schema App:\n    a: str\n"},
    {"s.json",
     R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "description": "#@data/values-schema",
                   "properties": {"a": {"type": "string"}}})"},
    {"s.json", R"({"type": "object", "description": "kind: CustomResourceDefinition",
                   "properties": {"a": {"type": "string"}}})"},
    {"s.yaml", "type: object\nproperties: {a: {type: string}}\n"},
    {"app.schema.yaml", "properties: {a: {type: string}}\n"},
};

constexpr const char* kValues[] = {"text",      "yes",  "on",
                                   "012",       "0o14", "1_000",
                                   "1e3",       "~",    "2001-01-01",
                                   "190:20:30", "[1]",  "'#@data/values-schema'",
                                   "0x1f",      "{}",   "'kind: CustomResourceDefinition'"};

using Findings = std::vector<std::pair<std::string, uint32_t>>;  // rules and lines

Findings OfLibrary(const SchemaFile& schema, const std::string& values) {
  SchemaRequest request;
  request.inputs.push_back({schema.name, schema.text});
  const Schema::CompileResult compiled = Schema::Compile(request);
  EXPECT_EQ(compiled.report.problem, "");
  Findings findings;
  for (const Finding& finding : compiled.schema.Check(values, "v.yml").findings) {
    findings.emplace_back(finding.rule, finding.value.line);
  }
  return findings;
}

Findings OfCommand(const SchemaFile& schema, const std::string& values, bool is_each) {
  source::MemoryFileReader memory;
  memory.Add(schema.name, schema.text);
  memory.Add("v.yml", values);
  driver::InputFileReader reader(memory);
  driver::Session session;
  driver::DriverOptions options;
  options.unchecked = driver::UncheckedPolicy::kError;
  if (is_each) {
    options.inputs.push_back({schema.name, {}, driver::InputRole::kAuto});
  }
  const driver::CheckPlan plan = is_each
                                     ? driver::PlanEach(options, {"v.yml"}, reader, session)
                                     : driver::PlanPaths(options, {"v.yml", schema.name}, reader, session);
  driver::RunPlan(plan, {}, reader, session);
  Findings findings;
  for (const diag::Diagnostic& finding : session.findings.Sorted()) {
    const source::Span at = finding.labels.front().span;
    findings.emplace_back("KV" + std::to_string(diag::EntryOf(finding.kind).number),
                          session.sources.FileOf(at).LineOf(at.begin));
  }
  return findings;
}

TEST(OnePlan, TheLibraryReportsWhatCheckReports) {
  for (const SchemaFile& schema : kSchemas) {
    for (const char* value : kValues) {
      const std::string values = std::string("# values\na: ") + value + "\n";
      const Findings expected = OfLibrary(schema, values);
      EXPECT_EQ(OfCommand(schema, values, false), expected) << schema.text << values;
      EXPECT_EQ(OfCommand(schema, values, true), expected) << schema.text << values;
    }
  }
}

}  // namespace
}  // namespace kval::api
