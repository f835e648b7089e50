#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "schemas/json_schema/keywords.h"
#include "schemas/json_schema/survey.h"
#include "schemas/json_schema/writer.h"
#include "src/diag/path.h"
#include "src/types/model.h"
#include "src/value/builder.h"

namespace kval::schemas::json_schema {

// Turns types into schemas (writer.h). One schema at a time; those that need a place of their own wait.
class SchemaWriter {
 public:
  SchemaWriter(const types::Model& model, Draft draft, Arena& arena, Losses& losses)
      : model_(model), draft_(draft), build_(&arena), survey_(SurveyOf(model)), losses_(losses) {}

  std::string Run();

 private:
  // A schema in the making.
  struct Node {
    types::TypeId id;
    const types::Type& type;
    Keywords keywords;
    std::vector<const value::Value*> all_of = {};
    std::vector<value::Entry> messages = {};
    std::vector<std::string> comments = {};
    std::vector<std::string> required = {};
    bool drops_null = false;  // written without null, which its place says
  };
  struct Definition {
    types::TypeId type;
    std::string name;
    diag::Path path;
  };
  // A rule as keywords.
  struct Stated {
    std::vector<std::pair<std::string_view, const value::Value*>> keywords;  // what every tool understands
    std::string_view name;                                                   // of `x-kval-rule`
    const value::Value* argument = nullptr;
    bool is_exact = false;      // the one keyword means just this
    bool is_complete = true;    // the keywords refuse what the rule refuses
    std::string_view why = {};  // of an incomplete one
  };

  // A schema, or a reference to one; `with` are annotations of the place.
  const value::Value* SchemaOf(types::TypeId id);
  const value::Value* SchemaOf(types::TypeId id, const Keywords& with);
  const value::Value* Body(types::TypeId id, const Keywords* with);
  bool NeedsName(const types::Type& type) const;
  std::string ReferenceTo(types::TypeId id);
  void Finish(Node& node, const Keywords* with);
  void AddDoc(Node& node);
  const value::Value* Nothing();

  // schema_writer_shape.cc
  void AddShape(Node& node);
  void AddType(Node& node, std::vector<std::string_view> names);
  void AddUnion(Node& node, const types::Union& choice);
  void AddList(Node& node, const types::List& list);
  void AddRecord(Node& node, const types::Record& record);
  void AddField(Node& node, const types::Field& field, Keywords& properties);
  void AddKeyRules(Node& node, const types::Record& record);
  void AddCounts(Node& node, const types::Record& record, const types::KeyRule& rule);
  bool IsNullUntilGiven(const types::Field& field) const;
  const value::Value* DefaultOf(Node& node, const types::Field& field);
  std::string_view NameOf(const types::Scalar& scalar) const;

  // schema_writer_rules.cc
  void AddRules(Node& node);
  void AddRule(Node& node, const types::Rule& rule);
  void AddStated(Node& node, const types::Rule& rule, const Stated& stated);
  Stated StateOf(const Node& node, const types::Rule& rule);
  Stated StateLength(const Node& node, const types::Rule& rule, int64_t bound, types::TextUnit unit,
                     bool is_minimum);
  Stated StateOneOf(const Node& node, const types::Rule& rule, const types::OneOf& test);
  Stated StatePattern(const types::Matches& test);
  Stated StateFormat(const types::Format& test);
  Stated StateOneNotNull(const Node& node, const types::OneNotNull& test);
  bool IsSeen(const Node& node, const types::Rule& rule, types::KindSet kinds) const;

  // schema_writer_assertions.cc
  void AddAssertion(Node& node, const types::Rule& rule, const types::Assertion& assertion);
  void AddAllOf(Node& node, const types::Rule& rule, const types::AllOf& all);
  void AddChoice(Node& node, const types::Rule& rule, const types::IfThenElse& choice);
  void AddDependency(Node& node, const types::Rule& rule, std::string_view keyword, const std::string& key,
                     const value::Value* value);
  void AddContains(Node& node, const types::Rule& rule, const types::Contains& contains);
  const value::Value* Each(const std::vector<types::TypeId>& types);
  const value::Value* Texts(const std::vector<std::string>& texts);
  // Adds a keyword, in an item of `allOf` when the schema has it already.
  void AddKeyword(Node& node, const types::Rule& rule, std::string_view keyword, const value::Value* value);

  void Lose(Node& node, source::Span at, std::string what, std::string hint, bool only_kval = false,
            std::string why = "");
  bool IsSayable(const value::Value& value, int depth = 0) const;

  const types::Model& model_;
  const Draft draft_;
  value::Builder build_;
  Survey survey_;
  Losses& losses_;
  diag::Path path_;
  int depth_ = 0;
  bool drops_null_ = false;  // of the next node
  std::unordered_map<const types::Type*, std::string> names_;
  std::set<std::string> taken_;
  std::deque<Definition> waiting_;
};

}  // namespace kval::schemas::json_schema
