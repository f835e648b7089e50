#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "schemas/kcl/check_line_sets.h"
#include "schemas/kcl/request.h"
#include "src/diag/emitter.h"
#include "src/lang/kcl/eval/layouts.h"
#include "src/lang/kcl/sema/program.h"
#include "src/source/file_reader.h"
#include "src/source/source_map.h"

namespace kval::schemas::kcl {

class InstanceEvaluator;

// A loaded program. Read-only after the schema is compiled; the state of evaluation is separate
// (instances.h).
class SchemaModule {
 public:
  SchemaModule(source::SourceMap& sources, source::FileReader& reader);
  ~SchemaModule();
  SchemaModule(const SchemaModule&) = delete;
  SchemaModule& operator=(const SchemaModule&) = delete;

  // Loads the program and reports its errors. Returns false if there are any.
  bool Load(const KclRequest& request, diag::Emitter& emit);

  const kval::kcl::Program& program() const { return program_; }
  // Null if the program declares no schema: it then accepts any data.
  const kval::kcl::Schema* schema() const { return schema_; }
  const KclRequest& request() const { return request_; }
  const source::SourceMap& sources() const { return sources_; }
  source::FileReader& reader() const { return reader_; }
  std::string_view Text(Symbol symbol) const { return program_.ast.names.Text(symbol); }
  std::string SourceText(source::Span span) const;
  // Returns whether a location is in the program, not in the values.
  bool Holds(source::Span span) const;
  // The same for another load of the program into `sources`.
  static bool ContainsByName(source::Span span, const source::SourceMap& sources);
  // Whether the main package has top-level assert statements.
  bool has_asserts() const { return has_asserts_; }

  // Maps the location of an index signature with a default to its schema.
  void AddKeyDefault(source::Span signature, const kval::kcl::Schema& schema) {
    key_defaults_[signature.begin] = &schema;
  }
  const kval::kcl::Schema* KeyDefault(source::Span signature) const {
    const auto found = key_defaults_.find(signature.begin);
    return found == key_defaults_.end() ? nullptr : found->second;
  }

  // Adds a check line of a record of `schema` that the model does not express.
  void AddInexpressibleCheck(const kval::kcl::Schema& schema, const kval::kcl::CheckLine& line) {
    inexpressible_checks_[&schema].push_back(&line);
  }
  const InexpressibleChecks& inexpressible_checks() const { return inexpressible_checks_; }
  void SetIndependentChecks(IndependentChecks lines) { independent_checks_ = std::move(lines); }
  // Not null if check lines can be evaluated without creating instances (independent_checks.h).
  const IndependentChecks* independent_checks() const {
    return independent_checks_ ? &*independent_checks_ : nullptr;
  }

  // Call before evaluations on several threads use the program: they then share its layouts.
  void Share();
  // Null unless the program is shared.
  const std::shared_ptr<kval::kcl::eval::Layouts>& layouts() const { return layouts_; }

  // Instances for the compiler, and for a schema that checks one document only.
  InstanceEvaluator& own_instances() const;

 private:
  bool Select(diag::Emitter& emit);

  source::SourceMap& sources_;
  source::FileReader& reader_;
  KclRequest request_;
  kval::kcl::Program program_;
  const kval::kcl::Schema* schema_ = nullptr;
  bool has_asserts_ = false;
  std::map<uint32_t, const kval::kcl::Schema*> key_defaults_;
  InexpressibleChecks inexpressible_checks_;
  std::optional<IndependentChecks> independent_checks_;
  std::unique_ptr<InstanceEvaluator> own_instances_;
  std::shared_ptr<kval::kcl::eval::Layouts> layouts_;
};

}  // namespace kval::schemas::kcl
