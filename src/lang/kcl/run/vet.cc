#include "src/lang/kcl/run/vet.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "src/diag/collector.h"
#include "src/lang/kcl/run/data_ast.h"
#include "src/lang/kcl/sema/analyze.h"
#include "src/lang/kcl/sema/main_schemas.h"
#include "src/value/builder.h"

namespace kval::kcl::run {
namespace {

constexpr diag::Def<std::string_view> kNoSchema{
    diag::Kind::kKclCompile, "CompileError: name '{}' is not defined: the program has no such schema"};
constexpr diag::Def<std::string_view, std::string_view> kNoMap{diag::Kind::kKclType,
                                                               "TypeError: expected {}, got {}"};

// A node of the data: the innermost that a place lies in.
struct Node {
  const value::Value* key = nullptr;  // that holds it
  const value::Value* value = nullptr;
  diag::Path path;
};

bool Holds(source::Span outer, source::Span inner) {
  return outer.has_value() && outer.begin <= inner.begin && inner.end <= outer.end;
}

// Returns the first child that contains a location. Children are mostly in order; the target of an alias is
// elsewhere.
template <typename Child, typename Begin, typename Contains>
const Child* ChildAt(std::span<const Child> children, uint32_t at, const Begin& begin,
                     const Contains& contains) {
  const auto following = std::partition_point(children.begin(), children.end(),
                                              [&](const Child& child) { return begin(child) <= at; });
  if (following != children.begin() && contains(*std::prev(following))) {
    return &*std::prev(following);
  }
  const auto found = std::find_if(children.begin(), children.end(), contains);
  return found == children.end() ? nullptr : &*found;
}

const value::Value* const* ItemAt(const value::Value& list, source::Span span) {
  return ChildAt(
      list.items(), span.begin, [](const value::Value* item) { return item->span.begin; },
      [span](const value::Value* item) { return Holds(item->span, span); });
}

const value::Entry* EntryAt(const value::Value& map, source::Span span) {
  return ChildAt(
      map.entries(), span.begin, [](const value::Entry& entry) { return entry.key->span.begin; },
      [span](const value::Entry& entry) {
        return Holds(entry.key->span, span) || Holds(entry.value->span, span);
      });
}

Node FindNode(const value::Value& data, source::Span span) {
  Node node{nullptr, &data, {}};
  while (node.value->span != span) {
    const value::Value& outer = *node.value;
    if (outer.kind == value::Kind::kSequence) {
      const value::Value* const* item = ItemAt(outer, span);
      if (item == nullptr) {
        break;
      }
      node.path.push_back(diag::PathStep::Index(static_cast<size_t>(item - outer.items().data())));
      node.key = nullptr;
      node.value = *item;
    } else {
      const value::Entry* entry = outer.kind == value::Kind::kMapping ? EntryAt(outer, span) : nullptr;
      if (entry == nullptr) {
        break;
      }
      node.path.push_back(diag::PathStep::Key(entry->key->raw));
      node.key = entry->key;
      node.value = entry->value;
      if (Holds(entry->key->span, span)) {
        break;
      }
    }
  }
  return node;
}

// Returns the location to report for a node: the value of a scalar or flow collection; for a block of several
// lines its key, or its first key.
source::Span PlaceOf(const Node& node) {
  const value::Value& value = *node.value;
  const bool is_block = value.is_collection() && value.style != value::Style::kFlow;
  if (is_block && node.key != nullptr) {
    return node.key->span;
  }
  const bool is_root = node.path.empty() && value.kind == value::Kind::kMapping && !value.entries().empty();
  return is_block && is_root ? value.entries().front().key->span : value.span;
}

// Gives each diagnostic the path of the value in the document that it points at, and a place that says
// more than a whole block.
class PathSink final : public diag::Sink {
 public:
  PathSink(const value::Value& data, const VetFindings& findings) : data_(data), findings_(findings) {}

  void Consume(diag::Diagnostic diagnostic) override { Hand(std::move(diagnostic), {}); }

  // `check_line` is that of a check that fails.
  void Hand(diag::Diagnostic diagnostic, source::Span check_line) {
    const source::Span place = diagnostic.labels.empty() ? source::Span() : diagnostic.labels.front().span;
    if (IsInData(place)) {
      Locate(place, diagnostic);
    } else if (place.has_value()) {
      has_program_error_ = has_program_error_ || diagnostic.severity == diag::Severity::kError;
    }
    SplitLines(diagnostic);
    findings_({std::move(diagnostic), check_line});
  }

  // Hands over a check that fails. Returns whether it fails whatever the data is.
  bool HandCheck(const eval::FailedCheck& failed) {
    const bool is_of_program =
        !IsInData(failed.instance) && !IsInData(failed.outermost) &&
        std::none_of(failed.used.begin(), failed.used.end(),
                     [this](const eval::AttributeRead& part) { return IsInData(part.at); });
    diag::Diagnostic finding = MakeDiagnostic(failed, [](source::Span) { return true; });
    if (!is_of_program) {
      Hand(std::move(finding), failed.line);
      return false;
    }
    // Its paths are those of another value than the document.
    finding.has_path = false;
    finding.path.clear();
    findings_({std::move(finding), failed.line, true});
    return true;
  }

  bool has_program_error() const { return has_program_error_; }

 private:
  bool IsInData(source::Span at) const { return Holds(data_.span, at) && at.has_value(); }

  // A headline is one line; the details that KCL writes below it are notes.
  static void SplitLines(diag::Diagnostic& diagnostic) {
    const std::string text = std::exchange(diagnostic.message, {});
    size_t begin = std::min(text.find('\n'), text.size());
    diagnostic.message = text.substr(0, begin);
    while (begin < text.size()) {
      const size_t end = std::min(text.find('\n', begin + 1), text.size());
      diagnostic.notes.push_back(text.substr(begin + 1, end - begin - 1));
      begin = end;
    }
  }

  void Locate(source::Span place, diag::Diagnostic& diagnostic) const {
    Node node = FindNode(data_, place);
    const bool is_key = node.key != nullptr && node.key->span == place;
    if (node.value->span == place || (is_key && diagnostic.kind == diag::Kind::kKclType)) {
      diagnostic.labels.front().span = PlaceOf(node);
    }
    if (diagnostic.kind == diag::Kind::kMissingRequired) {
      // A missing attribute has the path that it would have if present.
      node.path.insert(node.path.end(), diagnostic.path.begin(), diagnostic.path.end());
    }
    diagnostic.has_path = true;
    diagnostic.path = std::move(node.path);
  }

  const value::Value& data_;
  const VetFindings& findings_;
  bool has_program_error_ = false;
};

// `attribute = expr` as the only statement of a file.
Stmts Assignment(AstContext& context, const std::string& attribute, const Expr& expr) {
  Target target;
  target.span = expr.span;
  target.name = {context.names.Intern(attribute), expr.span, context.next_name++};
  auto* assign = context.arena.New<AssignStmt>();
  assign->kind = StmtKind::kAssign;
  assign->span = expr.span;
  assign->targets = context.arena.Copy(std::span<const Target>(&target, 1));
  assign->value = &expr;
  const Stmt* stmt = assign;
  return context.arena.Copy(std::span<const Stmt* const>(&stmt, 1));
}

// The data as instances of the schema need it; null, and reported, when it can be none.
const value::Value* InstanceData(const value::Value& data, const Name& schema, const Program& program,
                                 Arena& arena, diag::Emitter& emitter) {
  if (data.is_collection()) {
    return &data;
  }
  if (data.kind == value::Kind::kNull) {
    return value::Builder(&arena).Mapping({}, data.span);
  }
  const std::string found(value::KindName(data.kind));
  emitter.Report(data.span, kNoMap, program.ast.names.Text(schema.symbol), found)
      .Found(found)
      .Expected("map")
      .Schema(schema.span, "the schema expects a map here")
      .Emit();
  return nullptr;
}

LoadOptions LoadOf(const VetRequest& request, source::FileReader& reader) {
  LoadOptions load;
  AddSchemaFiles(reader, {request.schema_file}, load);
  load.externals = request.externals;
  load.toml_depth = request.limits.toml_depth;
  load.memory = request.limits.kcl_memory;
  load.known = request.known;
  return load;
}

bool IsJson(const source::SourceMap& sources, const value::Value& data, DataFormat format) {
  return sources.Contains(data.span) ? IsJson(sources.FileOf(data.span), format)
                                     : format == DataFormat::kJson;
}

void ReportNoSchema(const VetRequest& request, const Program& program, source::SourceMap& sources,
                    diag::Emitter& emitter) {
  diag::DiagnosticBuilder builder =
      emitter.Report(sources.AddText("(-s arg)", request.schema).span(), kNoSchema, request.schema);
  if (const std::string hint = HintForSchema(program, request.schema); !hint.empty()) {
    builder.Hint(hint);
  }
  builder.Emit();
}

}  // namespace

void LoadProgram(const VetRequest& request, source::SourceMap& sources, source::FileReader& reader,
                 Program& program) {
  diag::Collector found;
  diag::Emitter silent(&found);
  Load(program, sources, reader, LoadOf(request, reader), silent);
}

VetResult Vet(const VetRequest& request, const value::Value& data, source::SourceMap& sources,
              source::FileReader& reader, const VetFindings& findings) {
  PathSink sink(data, findings);
  diag::Emitter emitter(&sink);
  Program program;
  LoadOptions load = LoadOf(request, reader);
  // The data is in a separate file after the program's files.
  const source::SourceFile& place = sources.AddText("data", "");
  load.strings = {&place};
  Load(program, sources, reader, load, emitter);
  if (program.packages.empty()) {
    return VetResult::kInvalidProgram;
  }
  const SchemaStmt* first = request.schema.empty() ? FindSchema(program, {}) : nullptr;
  const Name* named = request.schema.empty() ? nullptr : FindSchemaName(program, request.schema);
  const Name* schema = first != nullptr ? &first->name : named;
  if (schema == nullptr && !request.schema.empty()) {
    ReportNoSchema(request, program, sources, emitter);
    return VetResult::kInvalidProgram;
  }
  Arena arena;
  const value::Value* root = schema == nullptr ? &data : InstanceData(data, *schema, program, arena, emitter);
  if (root == nullptr) {
    return VetResult::kErrors;
  }
  const std::string_view format = IsJson(sources, data, request.format) ? "JSON" : "YAML";
  const Expr* expr = DataExpr(program.ast, *root, schema == nullptr ? Name() : *schema, format, emitter);
  if (expr == nullptr) {
    return VetResult::kErrors;
  }
  for (FileAst& file : program.packages.front()->files) {
    if (file.file == &place) {
      file.body = Assignment(program.ast, request.attribute, *expr);
    }
  }
  Check(program, emitter);
  if (!request.schema.empty() && FindAliasedSchema(program, request.schema) == nullptr) {
    ReportNoSchema(request, program, sources, emitter);
    return VetResult::kInvalidProgram;
  }
  if (emitter.error_count() > 0) {
    return sink.has_program_error() ? VetResult::kInvalidProgram : VetResult::kErrors;
  }
  eval::EvalOptions options;
  options.limits = request.limits;
  options.collect_check_failures = true;
  bool are_checks_met = true;
  bool are_own_checks_met = true;  // those of the program's own instances
  options.on_failed_check = [&](const eval::FailedCheck& failed) {
    (sink.HandCheck(failed) ? are_own_checks_met : are_checks_met) = false;
  };
  eval::Evaluation evaluation(program, reader, emitter, std::move(options));
  const bool is_done = evaluation.Run();
  if (request.steps != nullptr) {
    *request.steps += evaluation.steps();
  }
  const bool is_data_valid = are_checks_met && emitter.error_count() == 0;
  if (is_data_valid && !are_own_checks_met) {
    return VetResult::kInvalidProgram;
  }
  return is_done && is_data_valid ? VetResult::kValid : VetResult::kErrors;
}

}  // namespace kval::kcl::run
