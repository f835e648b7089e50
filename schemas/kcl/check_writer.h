#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "schemas/conversion_warnings.h"
#include "schemas/kcl/check_capabilities.h"
#include "schemas/kcl/code_exporter.h"
#include "schemas/kcl/schema_names.h"
#include "src/types/model.h"
#include "src/types/source_printer.h"

namespace kval::schemas::kcl {

// The value of an attribute that is not set.
enum class UnsetValue {
  kNever,      // it has a value
  kNone,       // None, its default
  kUndefined,  // it has no default
};

// Writes the lines of a schema's `check:` block, from the rules of its attributes and of the values inside
// them.
class CheckWriter {
 public:
  // `schema`: the schema whose attributes are in scope in the lines.
  CheckWriter(const types::Model& model, const SchemaNames& names, const SchemaNames::SchemaEntry& schema,
              CodeExporter& code, ConversionWarnings& losses);

  // Adds all rules of an attribute except those that its type expresses. `defaults`: as for RuleInType.
  // `skip_not_null`: the attribute itself expresses that a value is required.
  void AddAttribute(const types::Field& field, UnsetValue unset,
                    const std::vector<const value::Value*>& defaults, bool skip_not_null,
                    const diag::Path& path);
  // Adds the rules about the record itself. A rule that only the schema containing the record could express
  // is reported here if there is no such schema.
  void AddRecord(const types::Type& record, const diag::Path& path);

  const std::vector<std::string>& lines() const { return lines_; }
  // Returns comments about rules that were dropped since the last call.
  std::vector<std::string> TakeComments();
  // Returns the format of the most recently added attribute. Check lines cannot express it; `@info` contains
  // it.
  std::string TakeFormat() { return std::exchange(format_, {}); }
  const std::set<std::string>& modules() const { return modules_; }

 private:
  // The value that a line tests.
  struct CheckedExpression {
    std::string text;
    std::string head;  // prefix of the enclosing quantifiers: `all item in items { `
    std::string tail;  // suffix of the enclosing quantifiers
    std::string guard;
  };

  void AddValue(types::TypeId id, const CheckedExpression& subject, UnsetValue unset,
                const std::vector<const value::Value*>& defaults, bool skip_not_null, int depth);
  void AddRules(const types::Type& type, const CheckedExpression& subject, UnsetValue unset,
                const types::Rule* in_type, bool skip_not_null);
  void AddElements(const types::Type& type, const CheckedExpression& subject, UnsetValue unset,
                   const std::vector<const value::Value*>& defaults, int depth);
  void AddKeys(const types::Record& record, const types::Type& type, const CheckedExpression& subject,
               UnsetValue unset);
  void AddLine(const CheckedExpression& subject, std::string_view condition, const std::string& guard,
               std::string_view message);

  CodeExporter::ExportedCode FunctionOf(const types::Rule& rule, const CheckedExpression& subject);
  types::SourcePrinter::Names NamesFor(const CheckedExpression& subject) const;
  std::string AttributeFor(std::string_view key, const value::Value* compared) const;
  bool SetsFormat(const types::Rule& rule);
  std::string ConditionOf(const types::Rule& rule, const types::Type& type, const std::string& subject);
  std::string GuardOf(const types::Rule& rule, const types::Type& type, const CheckedExpression& subject,
                      UnsetValue unset);
  std::string LengthOf(const CheckCapabilities& able, types::TextUnit unit, bool is_same,
                       const std::string& subject, const std::string& bound) const;
  std::string CombinedRange(const types::Rule& rule, const std::vector<const types::Rule*>& rules,
                            const types::Type& type, const std::string& subject, const types::Rule** other);
  std::string FreeVariable(std::string name) const;
  bool Sees(std::string_view function) const;
  void ReportLoss(const types::Rule& rule, const std::string& why);
  void ReportLoss(source::Span at, std::string what, std::string why, std::string hint);

  const types::Model& model_;
  const SchemaNames& names_;
  const SchemaNames::SchemaEntry& schema_;
  const types::Record& attributes_;
  const bool is_root_;  // the schema is that of the document
  CodeExporter& code_;
  ConversionWarnings& losses_;
  diag::Path path_;
  std::vector<std::string> variables_;
  std::vector<std::string> lines_;
  std::vector<std::string> comments_;
  std::string format_;
  std::set<std::string> modules_;
};

}  // namespace kval::schemas::kcl
