#pragma once

#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "schemas/json_schema/keywords.h"
#include "schemas/json_schema/model_analysis.h"
#include "schemas/json_schema/rule_translator.h"
#include "schemas/json_schema/writer.h"
#include "src/diag/path.h"
#include "src/types/model.h"
#include "src/value/builder.h"

namespace kval::schemas::json_schema {

// Converts types to schemas (writer.h), one at a time; those for `$defs` are queued.
class SchemaWriter {
 public:
  SchemaWriter(const types::Model& model, Draft draft, Arena& arena, ConversionWarnings& losses)
      : model_(model),
        draft_(draft),
        build_(&arena),
        survey_(AnalyzeModel(model)),
        statements_(model, draft, survey_, build_),
        losses_(losses) {}
  SchemaWriter(const SchemaWriter&) = delete;
  SchemaWriter& operator=(const SchemaWriter&) = delete;

  std::string Run();

 private:
  // A schema under construction.
  struct OutputSchema {
    types::TypeId id;
    const types::Type& type;
    KeywordBuilder keywords;
    std::vector<const value::Value*> all_of = {};
    std::vector<value::Entry> messages = {};
    std::vector<std::string> comments = {};
    std::vector<std::string> required = {};
    bool drops_null = false;  // null is handled outside this schema
  };
  struct SharedDefinition {
    types::TypeId type;
    std::string name;
    diag::Path path;
  };

  // Returns a schema or a reference to one; `with` are annotations of the location.
  const value::Value* SchemaOf(types::TypeId id);
  const value::Value* SchemaOf(types::TypeId id, const KeywordBuilder& with);
  const value::Value* Body(types::TypeId id, const KeywordBuilder* with);
  bool NeedsName(const types::Type& type) const;
  std::string ReferenceTo(types::TypeId id);
  void Finish(OutputSchema& node, const KeywordBuilder* with);
  void AddDoc(OutputSchema& node);
  const value::Value* Nothing();

  // schema_writer_shape.cc
  void AddShape(OutputSchema& node);
  void AddType(OutputSchema& node, std::vector<std::string_view> names);
  void AddUnion(OutputSchema& node, const types::Union& choice);
  void AddList(OutputSchema& node, const types::List& list);
  void AddRecord(OutputSchema& node, const types::Record& record);
  void AddField(OutputSchema& node, const types::Field& field, KeywordBuilder& properties);
  void AddKeyRules(OutputSchema& node, const types::Record& record);
  void AddCounts(OutputSchema& node, const types::Record& record, const types::KeyRule& rule);
  bool IsNullByDefault(const types::Field& field) const;
  const value::Value* DefaultOf(OutputSchema& node, const types::Field& field);

  // schema_writer_rules.cc
  void AddRules(OutputSchema& node);
  void AddRule(OutputSchema& node, const types::Rule& rule);
  void AddTranslation(OutputSchema& node, const types::Rule& rule, const RuleTranslation& stated);

  // schema_writer_assertions.cc
  void AddAssertion(OutputSchema& node, const types::Rule& rule, const types::Assertion& assertion);
  void AddAllOf(OutputSchema& node, const types::Rule& rule, const types::AllOf& all);
  void AddChoice(OutputSchema& node, const types::Rule& rule, const types::IfThenElse& choice);
  void AddDependency(OutputSchema& node, const types::Rule& rule, std::string_view keyword,
                     const std::string& key, const value::Value* value);
  void AddContains(OutputSchema& node, const types::Rule& rule, const types::Contains& contains);
  const value::Value* Each(const std::vector<types::TypeId>& types);
  // Adds a keyword, or an item of `allOf` with it if the schema already has the keyword.
  void AddKeyword(OutputSchema& node, const types::Rule& rule, std::string_view keyword,
                  const value::Value* value);

  void ReportLoss(OutputSchema& node, source::Span at, std::string what, std::string hint,
                  bool only_kval = false, std::string why = "");

  const types::Model& model_;
  const Draft draft_;
  value::Builder build_;
  ModelAnalysis survey_;
  RuleTranslator statements_;
  ConversionWarnings& losses_;
  diag::Path path_;
  int depth_ = 0;
  size_t written_ = 0;       // schemas
  bool drops_null_ = false;  // of the next node
  std::unordered_map<const types::Type*, std::string> names_;
  std::set<std::string> taken_;
  std::deque<SharedDefinition> pending_;
};

}  // namespace kval::schemas::json_schema
