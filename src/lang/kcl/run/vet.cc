#include "src/lang/kcl/run/vet.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "src/lang/kcl/builtins/json_decode.h"
#include "src/lang/kcl/run/data_ast.h"
#include "src/lang/kcl/run/settings.h"
#include "src/lang/kcl/sema/analyze.h"
#include "src/yaml/document.h"

namespace kval::kcl::run {
namespace {

constexpr diag::Def<std::string_view> kNoSchema{diag::Kind::kKclCompile,
                                                "CompileError: name '{}' is not defined"};
constexpr diag::Def<std::string_view> kNotJson{diag::Kind::kKclEvaluation,
                                               "EvaluationError: Failed to Load JSON: {}"};
constexpr diag::Def<std::string_view, std::string_view> kUnreadable{diag::Kind::kUnreadable,
                                                                    "cannot read `{}`: {}"};

const SchemaStmt* FindSchema(const Program& program, std::string_view name) {
  for (const FileAst& file : program.packages.front()->files) {
    for (const Stmt* stmt : file.body) {
      const auto* schema = stmt->As<SchemaStmt>();
      bool wanted = schema != nullptr && schema->schema_kind == SchemaKind::kSchema &&
                    (name.empty() || program.ast.names.Text(schema->name.symbol) == name);
      if (wanted) {
        return schema;
      }
    }
  }
  return nullptr;
}

// The steps from `data` to the innermost node that `span` lies in.
void FindPath(const value::Value& data, source::Span span, diag::Path& path) {
  auto holds = [span](source::Span outer) {
    return outer.has_value() && outer.begin <= span.begin && span.end <= outer.end;
  };
  if (data.kind == value::Kind::kSequence) {
    for (size_t i = 0; i < data.items().size(); ++i) {
      if (holds(data.items()[i]->span)) {
        path.push_back(diag::PathStep::Index(i));
        FindPath(*data.items()[i], span, path);
        return;
      }
    }
  } else if (data.kind == value::Kind::kMapping) {
    for (const value::Entry& entry : data.entries()) {
      if (holds(entry.key->span) || holds(entry.value->span)) {
        path.push_back(diag::PathStep::Key(entry.key->raw));
        FindPath(*entry.value, span, path);
        return;
      }
    }
  }
}

// Adds to each diagnostic the path of the value in the document that it points at.
class PathSink final : public diag::Sink {
 public:
  PathSink(const value::Value& data, diag::Emitter& emitter) : data_(data), emitter_(emitter) {}

  void Consume(diag::Diagnostic diagnostic) override {
    source::Span place = diagnostic.labels.empty() ? source::Span() : diagnostic.labels.front().span;
    bool in_data = place.has_value() && data_.span.begin <= place.begin && place.end <= data_.span.end;
    if (!diagnostic.has_path && in_data) {
      diagnostic.has_path = true;
      FindPath(data_, place, diagnostic.path);
    }
    emitter_.Emit(std::move(diagnostic));
  }

 private:
  const value::Value& data_;
  diag::Emitter& emitter_;
};

// `attribute = expr` as the only statement of a file.
Stmts Assignment(AstContext& context, const std::string& attribute, const Expr& expr) {
  Target target;
  target.span = expr.span;
  target.name = {context.names.Intern(attribute), expr.span, context.next_id++};
  auto* assign = context.arena.New<AssignStmt>();
  assign->kind = StmtKind::kAssign;
  assign->span = expr.span;
  assign->id = context.next_id++;
  assign->targets = context.arena.Copy(std::span<const Target>(&target, 1));
  assign->value = &expr;
  const Stmt* stmt = assign;
  return context.arena.Copy(std::span<const Stmt* const>(&stmt, 1));
}

std::string DirectoryOf(const std::string& path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

// The files that belong to the schema's: its own first, the rest of the folder where the module has its root.
std::vector<std::string> Entries(source::FileReader& reader, const std::string& schema_file) {
  std::vector<std::string> entries = {schema_file};
  std::string directory = DirectoryOf(schema_file);
  std::string module_file = directory.empty() ? "kcl.mod" : directory + "/kcl.mod";
  if (reader.KindOf(module_file) != source::PathKind::kFile) {
    return entries;
  }
  for (std::string& file : PackageFiles(reader, directory.empty() ? "." : directory)) {
    std::string plain = file.compare(0, 2, "./") == 0 ? file.substr(2) : file;
    if (plain != schema_file && file != schema_file) {
      entries.push_back(std::move(file));
    }
  }
  return entries;
}

}  // namespace

std::vector<std::string_view> SchemaNames(const Program& program) {
  std::vector<std::string_view> names;
  for (const FileAst& file : program.packages.front()->files) {
    for (const Stmt* stmt : file.body) {
      const auto* schema = stmt->As<SchemaStmt>();
      if (schema != nullptr && schema->schema_kind == SchemaKind::kSchema) {
        names.push_back(program.ast.names.Text(schema->name.symbol));
      }
    }
  }
  return names;
}

bool Vet(const VetRequest& request, const value::Value& data, source::SourceMap& sources,
         source::FileReader& reader, diag::Emitter& outer) {
  PathSink sink(data, outer);
  diag::Emitter emitter(&sink);
  Program program;
  LoadOptions load;
  load.entries = Entries(reader, request.schema_file);
  load.externals = request.externals;
  // The data stands in a file of its own behind the program's.
  const source::SourceFile& place = sources.AddText("data", "");
  load.texts = {&place};
  Load(program, sources, reader, load, emitter);
  if (program.packages.empty()) {
    return false;
  }
  const SchemaStmt* schema = FindSchema(program, request.schema);
  if (schema == nullptr && !request.schema.empty()) {
    emitter.Report(data.span, kNoSchema, request.schema).Emit();
    return false;
  }
  const Expr* expr =
      DataExpr(program.ast, data, schema == nullptr ? Name() : schema->name, request.format, emitter);
  if (expr == nullptr) {
    return false;
  }
  for (FileAst& file : program.packages.front()->files) {
    if (file.file == &place) {
      file.body = Assignment(program.ast, request.attribute, *expr);
    }
  }
  Check(program, emitter);
  if (emitter.error_count() > 0) {
    return false;
  }
  eval::Options options;
  options.limits = request.limits;
  options.collect_check_failures = true;
  eval::Evaluation evaluation(program, reader, emitter, std::move(options));
  return evaluation.Run() && emitter.error_count() == 0;
}

bool VetFile(const VetRequest& request, const std::string& data_file, source::SourceMap& sources,
             source::FileReader& reader, diag::Emitter& emitter) {
  Result<const source::SourceFile*> file = sources.Load(reader, data_file);
  if (!file) {
    emitter.Report({}, kUnreadable, data_file, file.failure().message).Emit();
    return false;
  }
  VetRequest named = request;
  bool is_json = data_file.size() > 5 && data_file.compare(data_file.size() - 5, 5, ".json") == 0;
  if (is_json) {
    named.format = "JSON";
    runtime::Heap heap;
    Result<runtime::Value> json = builtins::DecodeJson(heap, (*file)->text());
    if (!json) {
      emitter.Report((*file)->span(), kNotJson, json.failure().message).Emit();
      return false;
    }
  }
  size_t errors = emitter.error_count();
  Arena arena;
  yaml::ReadOptions options;
  options.dialect = value::Dialect::kKcl;
  yaml::File read = yaml::ReadFile(**file, options, arena, emitter);
  return emitter.error_count() == errors &&
         Vet(named, *read.documents.front().root, sources, reader, emitter);
}

}  // namespace kval::kcl::run
