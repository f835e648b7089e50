// Schema::Ask in every schema language: type, documentation and keys that the schema declares for an offset
// in a document.
#include <gmock/gmock.h>

#include <string>

#include "include/kval/kval.h"

namespace kval::api {
namespace {

struct Language {
  const char* name;
  const char* text;
};

constexpr Language kLanguages[] = {
    {"schema.yml",
     "#@data/values-schema\n---\nservice:\n  #@schema/title \"Port\"\n  #@schema/desc \"where it listens\"\n"
     "  #@schema/validation min=1\n  port: 80\n  name: web\n"},
    {"app.k",
     "schema Service:\n    port: int\n    name?: str\n    check:\n        port > 0\n"
     "schema App:\n    service: Service\n"},
    {"a.schema.json",
     R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {"service":
         {"type": "object", "properties": {"port": {"type": "integer", "title": "Port",
          "description": "where it listens", "minimum": 1}, "name": {"type": "string"}}}}})"}};

class SchemaInfoTest : public testing::TestWithParam<Language> {
 protected:
  Schema::DescribeResult Describe(const std::string& text, size_t at) {
    SchemaRequest request;
    request.inputs.push_back({GetParam().name, std::string(GetParam().text)});
    if (std::string(GetParam().name) == "app.k") {
      request.schema_name = "App";
    }
    const Schema::CompileResult compiled = Schema::Compile(request);
    EXPECT_TRUE(compiled.schema);
    return compiled.schema.Describe(text, at);
  }
};

TEST_P(SchemaInfoTest, OfAValueAndOfItsKey) {
  const std::string text = "service:\n  port: 81\n";
  for (const char* at : {"port", "81"}) {
    const Schema::DescribeResult requested = Describe(text, text.find(at));
    EXPECT_EQ(requested.report.outcome, Outcome::kValid);
    EXPECT_TRUE(requested.meaning);
    EXPECT_EQ(requested.meaning.path_text, "service.port");
    EXPECT_EQ(requested.meaning.type, "integer");
    EXPECT_EQ(requested.meaning.value.line, 2U);
    EXPECT_EQ(requested.meaning.value.column, 9U);
    EXPECT_EQ(requested.meaning.key.column, 3U);
    ASSERT_FALSE(requested.meaning.schema.empty());
    EXPECT_EQ(requested.meaning.schema[0].file, GetParam().name);
    if (std::string(GetParam().name) != "app.k") {
      EXPECT_EQ(requested.meaning.title, "Port");
      EXPECT_EQ(requested.meaning.text, "where it listens");
    }
  }
}

TEST_P(SchemaInfoTest, MapListsItsKeys) {
  const std::string text = "service:\n  port: 81\n";
  const Schema::DescribeResult requested = Describe(text, text.find("service"));
  ASSERT_EQ(requested.meaning.keys.size(), 2U);
  const KeyInfo& port =
      requested.meaning.keys[0].key == "port" ? requested.meaning.keys[0] : requested.meaning.keys[1];
  const KeyInfo& name =
      requested.meaning.keys[0].key == "port" ? requested.meaning.keys[1] : requested.meaning.keys[0];
  EXPECT_TRUE(port.is_present);
  EXPECT_EQ(name.key, "name");
  EXPECT_EQ(name.type, "string");
  EXPECT_FALSE(name.is_present);
  EXPECT_EQ(name.schema.file, GetParam().name);
}

TEST_P(SchemaInfoTest, KeyListsItsSiblings) {
  const std::string text = "service:\n  port: 81\n  na:\n";
  const std::vector<KeyInfo> keys = Describe(text, text.find("na:")).meaning.sibling_keys;
  ASSERT_EQ(keys.size(), 2U);
  const size_t port = keys[0].key == "port" ? 0 : 1;
  EXPECT_TRUE(keys[port].is_present);
  EXPECT_EQ(keys[1 - port].key, "name");
  EXPECT_FALSE(keys[1 - port].is_present);
  EXPECT_TRUE(Describe("service:\n", 0).meaning.sibling_keys.size() == 1U);
}

TEST_P(SchemaInfoTest, AHalfTypedTextHasThemToo) {
  const std::string text = "service:\n  po\n  port: 81\nrest: [\n";
  EXPECT_EQ(Describe(text, text.find("port")).meaning.path_text, "service.port");
}

TEST_P(SchemaInfoTest, NothingIsWhereNothingIs) {
  EXPECT_FALSE(Describe("service:\n  port: 81\n\n\n\n# end\n", 25).meaning);
  EXPECT_EQ(Describe("a: 1\n", 100).report.outcome, Outcome::kUnusable);
  EXPECT_EQ(Schema().Describe("a: 1\n", 1).report.outcome, Outcome::kUnusable);
}

INSTANTIATE_TEST_SUITE_P(All, SchemaInfoTest, testing::ValuesIn(kLanguages));

// Schemas that list the allowed values of a key.
class AllowedValues : public testing::TestWithParam<Language> {};

TEST_P(AllowedValues, AreReported) {
  SchemaRequest request;
  request.inputs.push_back({GetParam().name, std::string(GetParam().text)});
  const Schema::CompileResult compiled = Schema::Compile(request);
  ASSERT_TRUE(compiled.schema);
  const std::string text = "level: x\non: 1\nfree: y\n";
  const auto choices = [&](const char* key) {
    return compiled.schema.Describe(text, text.find(key)).meaning.allowed_values;
  };
  EXPECT_THAT(choices("level"), testing::ElementsAre("low", "\"3\""));
  EXPECT_THAT(choices("on"), testing::ElementsAre("true", "false"));
  EXPECT_THAT(choices("free"), testing::IsEmpty());
}

constexpr Language kLists[] = {
    {"schema.yml",
     "#@data/values-schema\n---\n#@schema/validation one_of=[\"low\", \"3\"]\nlevel: low\non: true\nfree: "
     "\"\"\n"},
    {"app.k", "schema App:\n    level: \"low\" | \"3\"\n    on: bool\n    free: str\n"},
    {"a.schema.json",
     R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {"level": {"enum": ["low", "3", [1]]},
         "on": {"type": "boolean"}, "free": {"type": "string"}}})"}};

INSTANTIATE_TEST_SUITE_P(All, AllowedValues, testing::ValuesIn(kLists));

}  // namespace
}  // namespace kval::api
