#include "schemas/kcl/schema_module.h"

#include <cstddef>

#include "schemas/kcl/instance_evaluator.h"
#include "src/lang/kcl/sema/analyze.h"
#include "src/lang/kcl/sema/load.h"
#include "src/lang/kcl/sema/main_schemas.h"

namespace kval::schemas::kcl {
namespace {

using diag::Def;

constexpr Def<std::string_view> kNoSuchSchema{diag::Kind::kBadSchema, "the program has no schema `{}`"};

bool Declares(const kval::kcl::FileAst& file, Symbol name) {
  for (const kval::kcl::Stmt* stmt : file.body) {
    if (const auto* assign = stmt->As<kval::kcl::AssignStmt>()) {
      for (const kval::kcl::Target& target : assign->targets) {
        if (target.name.symbol == name) {
          return true;
        }
      }
    } else if (const auto* unification = stmt->As<kval::kcl::UnificationStmt>()) {
      if (unification->target.name.symbol == name) {
        return true;
      }
    }
  }
  return false;
}

bool Asserts(kval::kcl::Stmts body, int depth) {
  for (const kval::kcl::Stmt* stmt : body) {
    if (stmt->As<kval::kcl::AssertStmt>() != nullptr) {
      return true;
    }
    if (const auto* condition = stmt->As<kval::kcl::IfStmt>(); condition != nullptr && depth < 64) {
      for (const kval::kcl::IfBranch& branch : condition->branches) {
        if (Asserts(branch.body, depth + 1)) {
          return true;
        }
      }
    }
  }
  return false;
}

}  // namespace

SchemaModule::SchemaModule(source::SourceMap& sources, source::FileReader& reader)
    : sources_(sources), reader_(reader), own_instances_(std::make_unique<InstanceEvaluator>(this)) {}

SchemaModule::~SchemaModule() = default;

bool SchemaModule::Load(const KclRequest& request, diag::Emitter& emit) {
  const size_t before = emit.error_count();
  request_ = request;
  kval::kcl::LoadOptions load;
  load.found_below = request.found_below;
  kval::kcl::AddSchemaFiles(reader_, request.files, load);
  load.externals = request.externals;
  load.toml_depth = request.limits.toml_depth;
  load.memory = request.limits.kcl_memory;
  load.known = std::exchange(request_.known, nullptr);
  // Declares the name of the values, so that asserts may refer to it.
  const source::SourceFile& place = sources_.AddText("values", request.attribute_name + ": any = None\n");
  load.strings = {&place};
  kval::kcl::Load(program_, sources_, reader_, load, emit);
  if (program_.packages.empty() || emit.error_count() > before) {
    return false;
  }
  const Symbol attribute = program_.ast.names.Intern(request.attribute_name);
  kval::kcl::FileAst* values = nullptr;
  bool is_declared = false;
  for (kval::kcl::FileAst& file : program_.packages.front()->files) {
    if (file.file == &place) {
      values = &file;
    } else {
      is_declared = is_declared || Declares(file, attribute);
      has_asserts_ = has_asserts_ || Asserts(file.body, 0);
    }
  }
  if (is_declared && values != nullptr) {
    values->body = {};
  }
  kval::kcl::Check(program_, emit);
  return emit.error_count() == before && Select(emit);
}

bool SchemaModule::Select(diag::Emitter& emit) {
  const std::string& name = request_.schema_name;
  if (const kval::kcl::SchemaStmt* schema = kval::kcl::FindSchema(program_, name)) {
    schema_ = program_.schema_of.at(schema);
    return true;
  }
  const kval::kcl::Schema* aliased = name.empty() ? nullptr : kval::kcl::FindAliasedSchema(program_, name);
  if (aliased != nullptr && aliased->stmt != nullptr) {
    schema_ = aliased;
    return true;
  }
  if (name.empty()) {
    return true;
  }
  const source::SourceFile* first = program_.packages.front()->files.front().file;
  const source::Span at = first == nullptr ? source::Span() : source::Span{first->base(), first->base()};
  diag::DiagnosticBuilder builder = emit.Report(at, kNoSuchSchema, name);
  if (const std::string hint = kval::kcl::HintForSchema(program_, name); !hint.empty()) {
    builder.Hint(hint);
  }
  builder.Emit();
  return false;
}

std::string SchemaModule::SourceText(source::Span span) const {
  std::string text(span.has_value() ? sources_.Text(span) : std::string_view());
  // On one line, for a headline.
  std::string line;
  for (char c : text) {
    const bool is_space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!is_space) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  return line;
}

bool SchemaModule::Holds(source::Span span) const {
  for (const std::unique_ptr<kval::kcl::Package>& package : program_.packages) {
    for (const kval::kcl::FileAst& file : package->files) {
      if (file.file != nullptr && file.file->Contains(span.begin)) {
        return true;
      }
    }
  }
  return ContainsByName(span, sources_);
}

bool SchemaModule::ContainsByName(source::Span span, const source::SourceMap& sources) {
  return sources.Contains(span) && sources.FileOf(span).name().ends_with(".k");
}

void SchemaModule::Share() {
  if (layouts_ == nullptr) {
    layouts_ = std::make_shared<kval::kcl::eval::Layouts>(program_);
    layouts_->MakeAll();
  }
}

InstanceEvaluator& SchemaModule::own_instances() const {
  return *own_instances_;
}

}  // namespace kval::schemas::kcl
