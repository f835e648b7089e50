#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/kcl/kcl_schema.h"
#include "src/diag/collector.h"
#include "src/lang/kcl/eval/evaluation.h"
#include "src/lang/kcl/sema/program.h"
#include "src/value/builder.h"

namespace kval::schemas::kcl_language {

// What evaluating one instance came to.
struct InstanceAnswer {
  std::vector<kcl::eval::FailedCheck> failed;         // of the instance itself, not of those inside it
  std::vector<kcl::eval::FailedCheck> failed_within;  // of instances inside it
  std::vector<diag::Diagnostic> errors;               // everything else
};

// A loaded program with its evaluator. Documents are given to it as configurations that override every
// default, since kval has merged the defaults already.
class Module {
 public:
  Module(source::SourceMap& sources, source::FileReader& reader) : sources_(sources), reader_(reader) {}

  // Reports what is wrong with the program; false when something is.
  bool Load(const KclRequest& request, diag::Emitter& emit);

  const kcl::Program& program() const { return program_; }
  // Null when the program declares none: its data is then anything.
  const kcl::Schema* schema() const { return schema_; }
  const KclRequest& request() const { return request_; }
  source::SourceMap& sources() { return sources_; }
  source::FileReader& reader() { return reader_; }
  std::string_view Text(Symbol symbol) const { return program_.ast.names.Text(symbol); }
  std::string SourceText(source::Span span) const;
  // Whether a place is in the program, not in the values.
  bool Holds(source::Span span) const;
  // Whether the main package says anything about the values but by its schemas.
  bool has_asserts() const { return has_asserts_; }

  // Schemas whose index signature has a default, by the place of the signature.
  void AddKeyDefault(source::Span signature, const kcl::Schema& schema) {
    key_defaults_[signature.begin] = &schema;
  }
  const kcl::Schema* KeyDefault(source::Span signature) const {
    const auto found = key_defaults_.find(signature.begin);
    return found == key_defaults_.end() ? nullptr : found->second;
  }

  // All check lines of an instance, evaluated once for each value and schema.
  const InstanceAnswer& Answer(const kcl::Schema& schema, const value::Value& record);

  // The attribute that the schema computes for a record; null when it has none or cannot be computed. An
  // attribute that the record sets is united with what the schema computes for it.
  const value::Value* Attribute(const kcl::Schema& schema, std::string_view name, const value::Value& record,
                                value::Builder& build);
  // The value of a key that only the index signature allows, united with the signature's default; null when
  // it cannot be told.
  const value::Value* FurtherKey(const kcl::Schema& schema, std::string_view key, const value::Value& record,
                                 value::Builder& build);
  // The default of an attribute that needs no record. Mistakes go to `emit`.
  const value::Value* ConstantDefault(const kcl::Schema& schema, std::string_view name, value::Builder& build,
                                      diag::Emitter& emit);

 private:
  bool Select(diag::Emitter& emit);
  kcl::eval::Evaluation& Fresh();
  // A record as a configuration for the evaluation.
  kcl::runtime::Value Config(const value::Value& record, std::string_view united = {});

  source::SourceMap& sources_;
  source::FileReader& reader_;
  KclRequest request_;
  kcl::Program program_;
  const kcl::Schema* schema_ = nullptr;
  bool has_asserts_ = false;
  std::unique_ptr<diag::Collector> findings_;
  std::vector<kcl::eval::FailedCheck> failed_checks_;  // of the instance that is evaluated
  std::unique_ptr<diag::Emitter> silent_;
  std::unique_ptr<kcl::eval::Evaluation> evaluation_;
  std::map<std::pair<const value::Value*, const kcl::Schema*>, InstanceAnswer> answers_;
  std::map<uint32_t, const kcl::Schema*> key_defaults_;
};

}  // namespace kval::schemas::kcl_language
