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

class Meanings : public testing::TestWithParam<Language> {
 protected:
  Schema::Asked Ask(const std::string& text, size_t at) {
    SchemaRequest request;
    request.inputs.push_back({GetParam().name, std::string(GetParam().text)});
    if (std::string(GetParam().name) == "app.k") {
      request.schema_name = "App";
    }
    const Schema::Compiled compiled = Schema::Compile(request);
    EXPECT_TRUE(compiled.schema);
    return compiled.schema.Ask(text, at);
  }
};

TEST_P(Meanings, OfAValueAndOfItsKey) {
  const std::string text = "service:\n  port: 81\n";
  for (const char* at : {"port", "81"}) {
    const Schema::Asked asked = Ask(text, text.find(at));
    EXPECT_EQ(asked.report.outcome, Outcome::kValid);
    EXPECT_TRUE(asked.meaning);
    EXPECT_EQ(asked.meaning.path_text, "service.port");
    EXPECT_EQ(asked.meaning.type, "integer");
    EXPECT_EQ(asked.meaning.value.line, 2U);
    EXPECT_EQ(asked.meaning.value.column, 9U);
    EXPECT_EQ(asked.meaning.key.column, 3U);
    ASSERT_FALSE(asked.meaning.schema.empty());
    EXPECT_EQ(asked.meaning.schema[0].file, GetParam().name);
    if (std::string(GetParam().name) != "app.k") {
      EXPECT_EQ(asked.meaning.title, "Port");
      EXPECT_EQ(asked.meaning.text, "where it listens");
    }
  }
}

TEST_P(Meanings, AMapTellsItsKeys) {
  const std::string text = "service:\n  port: 81\n";
  const Schema::Asked asked = Ask(text, text.find("service"));
  ASSERT_EQ(asked.meaning.keys.size(), 2U);
  const DeclaredKey& port =
      asked.meaning.keys[0].key == "port" ? asked.meaning.keys[0] : asked.meaning.keys[1];
  const DeclaredKey& name =
      asked.meaning.keys[0].key == "port" ? asked.meaning.keys[1] : asked.meaning.keys[0];
  EXPECT_TRUE(port.is_there);
  EXPECT_EQ(name.key, "name");
  EXPECT_EQ(name.type, "string");
  EXPECT_FALSE(name.is_there);
  EXPECT_EQ(name.schema.file, GetParam().name);
}

TEST_P(Meanings, AKeyTellsThoseBesideIt) {
  const std::string text = "service:\n  port: 81\n  na:\n";
  const std::vector<DeclaredKey> keys = Ask(text, text.find("na:")).meaning.keys_beside;
  ASSERT_EQ(keys.size(), 2U);
  const size_t port = keys[0].key == "port" ? 0 : 1;
  EXPECT_TRUE(keys[port].is_there);
  EXPECT_EQ(keys[1 - port].key, "name");
  EXPECT_FALSE(keys[1 - port].is_there);
  EXPECT_TRUE(Ask("service:\n", 0).meaning.keys_beside.size() == 1U);
}

TEST_P(Meanings, AHalfTypedTextHasThemToo) {
  const std::string text = "service:\n  po\n  port: 81\nrest: [\n";
  EXPECT_EQ(Ask(text, text.find("port")).meaning.path_text, "service.port");
}

TEST_P(Meanings, NothingIsWhereNothingIs) {
  EXPECT_FALSE(Ask("service:\n  port: 81\n\n\n\n# end\n", 25).meaning);
  EXPECT_EQ(Ask("a: 1\n", 100).report.outcome, Outcome::kUnusable);
  EXPECT_EQ(Schema().Ask("a: 1\n", 1).report.outcome, Outcome::kUnusable);
}

INSTANTIATE_TEST_SUITE_P(All, Meanings, testing::ValuesIn(kLanguages));

// Schemas that list the allowed values of a key.
class Choices : public testing::TestWithParam<Language> {};

TEST_P(Choices, AreTold) {
  SchemaRequest request;
  request.inputs.push_back({GetParam().name, std::string(GetParam().text)});
  const Schema::Compiled compiled = Schema::Compile(request);
  ASSERT_TRUE(compiled.schema);
  const std::string text = "level: x\non: 1\nfree: y\n";
  const auto choices = [&](const char* key) {
    return compiled.schema.Ask(text, text.find(key)).meaning.choices;
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

INSTANTIATE_TEST_SUITE_P(All, Choices, testing::ValuesIn(kLists));

}  // namespace
}  // namespace kval::api
