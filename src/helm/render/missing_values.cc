#include "src/helm/render/missing_values.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/helm/commented_keys.h"
#include "src/helm/load_chart.h"
#include "src/lang/gotemplate/syntax.h"
#include "src/support/arena.h"
#include "src/support/edit_distance.h"
#include "src/support/keyed_hash.h"
#include "src/support/native_stack.h"

namespace kval::helm::render {

using gotemplate::Node;
using gotemplate::NodeKind;
using gotemplate::NodeList;
using gotemplate::Template;

namespace {

constexpr diag::Def<std::string_view> kMissing{
    diag::Kind::kHelmMissingValue,
    "the template prints `.Values.{}`, which neither the defaults nor other values set"};

// Functions that print a missing value as an empty text or `null`.
constexpr std::string_view kFormatting[] = {"b64enc",  "indent",     "int",        "int64",    "lower",
                                            "nindent", "print",      "printf",     "quote",    "replace",
                                            "squote",  "title",      "toJson",     "toString", "toYaml",
                                            "trim",    "trimPrefix", "trimSuffix", "trunc",    "upper"};

constexpr size_t kMostCompared = 200'000;  // for suggestions

using Path = gotemplate::Names;

// `.Values.a.b` and `$.Values.a.b` as Values, a, b; empty for other nodes.
Path WholePath(const Node& node) {
  gotemplate::Names names;
  if (node.kind == NodeKind::kField) {
    names = static_cast<const gotemplate::FieldNode&>(node).names;
  } else if (node.kind == NodeKind::kVariable) {
    names = static_cast<const gotemplate::VariableNode&>(node).names;
    names = names.front() == "$" ? names.subspan(1) : gotemplate::Names();
  }
  return names.empty() || names.front() != "Values" ? Path() : names;
}

// The same without Values.
Path ValuesPath(const Node& node) {
  const Path path = WholePath(node);
  return path.empty() ? path : path.subspan(1);
}

// What a pipeline consists of.
struct PipeParts {
  std::vector<std::pair<Path, const Node*>> paths;
  std::vector<std::string_view> functions;
  std::vector<std::string_view> included;
  bool has_others = false;  // variables, chains, dot

  void Clear() {
    paths.clear();
    functions.clear();
    included.clear();
    has_others = false;
  }
};

// `hasKey .Values.a "b"` is about a.b.
void AddKey(const gotemplate::CommandNode& command, Arena& arena, PipeParts& parts) {
  constexpr std::string_view kReading[] = {"dig", "get", "hasKey", "index"};
  const bool is_call = command.args[0]->kind == NodeKind::kIdentifier;
  const std::string_view name =
      is_call ? static_cast<const gotemplate::IdentifierNode&>(*command.args[0]).name : std::string_view();
  if (std::find(std::begin(kReading), std::end(kReading), name) == std::end(kReading)) {
    return;
  }
  const bool is_of_all = std::any_of(command.args.begin(), command.args.end(),
                                     [](const Node* arg) { return WholePath(*arg).size() == 1; });
  if (parts.paths.empty() && !is_of_all) {
    return;
  }
  const Path above = is_of_all ? Path() : parts.paths.back().first;
  std::vector<std::string_view> path(above.begin(), above.end());
  for (const Node* arg : command.args) {
    if (arg->kind == NodeKind::kString) {
      path.push_back(static_cast<const gotemplate::StringNode&>(*arg).text);
    }
  }
  if (!path.empty()) {
    parts.paths.emplace_back(arena.Copy(std::span<const std::string_view>(path)), command.args[0]);
  }
}

void AddParts(const gotemplate::PipeNode* pipe, Arena& arena, PipeParts& parts) {
  NeedStack();
  for (const gotemplate::CommandNode* command :
       pipe == nullptr ? std::span<const gotemplate::CommandNode* const>() : pipe->commands) {
    for (const Node* const& arg : command->args) {
      if (const Path path = ValuesPath(*arg); !path.empty()) {
        parts.paths.emplace_back(path, arg);
      } else if (arg->kind == NodeKind::kIdentifier) {
        parts.functions.push_back(static_cast<const gotemplate::IdentifierNode&>(*arg).name);
        const bool is_include = parts.functions.back() == "include" && &arg == &command->args.front();
        if (is_include && command->args.size() > 1 && command->args[1]->kind == NodeKind::kString) {
          parts.included.push_back(static_cast<const gotemplate::StringNode&>(*command->args[1]).text);
        }
      } else if (arg->kind == NodeKind::kPipe) {
        AddParts(static_cast<const gotemplate::PipeNode*>(arg), arena, parts);
      } else {
        parts.has_others = parts.has_others || arg->kind == NodeKind::kChain;
      }
    }
    AddKey(*command, arena, parts);
  }
}

bool IsFormatting(const PipeParts& parts) {
  return !parts.has_others &&
         std::all_of(parts.functions.begin(), parts.functions.end(), [](std::string_view name) {
           return std::find(std::begin(kFormatting), std::end(kFormatting), name) != std::end(kFormatting);
         });
}

class MissingValues {
 public:
  MissingValues(const LintInput& input, const gotemplate::TemplateSet& templates, HelmContext& context)
      : input_(input), templates_(templates), context_(context) {}

  void Run() {
    const std::string prefix = input_.chart.name() + "/templates/";
    std::vector<const Template*> own;
    for (const std::string_view name : templates_.Names()) {
      if (const Template* tmpl = templates_.Find(name); tmpl->file.starts_with(prefix)) {
        own.push_back(tmpl);
      }
    }
    // Templates of options that are off are found first.
    for (const Template* tmpl : own) {
      Walk(*tmpl);
    }
    is_reporting_ = true;
    for (const Template* tmpl : own) {
      const bool is_file = tmpl->name == tmpl->file;
      const bool is_called = calls_.contains(tmpl->name) && !optional_.contains(tmpl->name);
      if (is_file || is_called) {
        Walk(*tmpl);
      }
    }
    Report();
  }

 private:
  struct Found {
    source::Span span;
    size_t missing;  // the index of the first missing name
    Path path;
    std::string nearest;  // the name that was probably meant; may be empty
  };

  void Walk(const Template& tmpl) {
    tmpl_ = &tmpl;
    Body(tmpl.body, false);
  }

  // `is_optional`: a condition tests a missing value.
  void Body(NodeList body, bool is_optional) {
    NeedStack();
    for (const Node* node : body) {
      switch (node->kind) {
        case NodeKind::kAction:
          Action(static_cast<const gotemplate::ActionNode&>(*node), is_optional);
          break;
        case NodeKind::kIf:
        case NodeKind::kWith:
        case NodeKind::kRange: {
          const auto& branch = static_cast<const gotemplate::BranchNode&>(*node);
          PipeParts parts;
          AddParts(branch.pipe, arena_, parts);
          Called(parts, is_optional);
          const size_t mark = guards_.size();
          bool tests_missing = false;
          for (const auto& [path, at] : parts.paths) {
            guards_.push_back(path);
            tests_missing = tests_missing || FirstMissing(path).has_value();
          }
          Body(branch.body, is_optional || tests_missing);
          Body(branch.else_body, is_optional || tests_missing);
          guards_.resize(mark);
          break;
        }
        case NodeKind::kTemplate: {
          const auto& invocation = static_cast<const gotemplate::TemplateNode&>(*node);
          AddCall(invocation.name, is_optional);
          break;
        }
        default:
          break;
      }
    }
  }

  void Called(const PipeParts& parts, bool is_optional) {
    for (const std::string_view name : parts.included) {
      AddCall(name, is_optional);
    }
  }

  void AddCall(std::string_view name, bool is_optional) {
    if (is_reporting_) {
      return;  // the first pass has found all
    }
    calls_.insert(name);
    if (is_optional) {
      optional_.insert(name);
    }
  }

  void Action(const gotemplate::ActionNode& action, bool is_optional) {
    PipeParts& parts = action_parts_;
    parts.Clear();
    AddParts(action.pipe, arena_, parts);
    Called(parts, is_optional);
    if (!is_reporting_ || is_optional || !action.pipe->variables.empty() || !IsFormatting(parts)) {
      return;
    }
    for (const auto& [path, node] : parts.paths) {
      const std::optional<size_t> missing = FirstMissing(path);
      if (!missing || IsGuarded(path, *missing)) {
        continue;
      }
      std::string dotted;
      for (const std::string_view name : path) {
        dotted += (dotted.empty() ? "" : ".") + std::string(name);
      }
      const std::string nearest = NearestTo(path, *missing);
      std::vector<std::string_view> meant(path.begin(), path.end());
      meant[*missing] = nearest;
      if (nearest.empty() || !IsGuarded(meant, *missing)) {  // else it is the old name of the same setting
        found_.try_emplace(dotted, Found{tmpl_->SpanOf(*node), *missing, path, nearest});
      }
    }
  }

  // A condition tests the missing value or a part of it.
  bool IsGuarded(const Path& path, size_t missing) const {
    return std::any_of(guards_.begin(), guards_.end(), [&](const Path& guard) {
      const size_t size = std::min(guard.size(), path.size());
      return size > missing && std::equal(path.begin(), path.begin() + size, guard.begin());
    });
  }

  // The index of the first name without a value. Nullopt for values of subcharts and globals, and below maps
  // that are empty and values that are no maps.
  std::optional<size_t> FirstMissing(const Path& path) const {
    const Chart& chart = input_.chart;
    const bool is_other =
        path[0] == "global" ||
        std::find(chart.disabled.begin(), chart.disabled.end(), path[0]) != chart.disabled.end() ||
        std::any_of(
            chart.metadata.dependencies.begin(), chart.metadata.dependencies.end(),
            [&](const ChartDependency* each) { return each->name == path[0] || each->alias == path[0]; });
    const Table* computed = &input_.computed;
    const Table* defaults = &input_.defaults;
    for (size_t i = 0; i < path.size() && !is_other; ++i) {
      const TableValue* above = computed == nullptr ? nullptr : computed->Find(path[i]);
      const TableValue* below = defaults == nullptr ? nullptr : defaults->Find(path[i]);
      const bool is_open =
          (computed == nullptr || computed->size() == 0) && (defaults == nullptr || defaults->size() == 0);
      if (above == nullptr && below == nullptr) {
        return is_open && i > 0 ? std::nullopt : std::optional(i);
      }
      computed = above == nullptr ? nullptr : above->table;
      defaults = below == nullptr ? nullptr : below->table;
      if (computed == nullptr && defaults == nullptr) {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  void Report() {
    if (found_.empty()) {
      return;
    }
    ReadDeclared();
    for (const auto& [dotted, found] : found_) {
      if (declared_.contains(found.path[found.missing])) {
        continue;
      }
      context_.emit.Report(found.span, kMissing, dotted)
          .Hint(found.nearest.empty() ? "set it in values.yaml, or use `default` or `required`"
                                      : "did you mean `" + found.nearest + "`?")
          .Emit();
    }
  }

  // Keys in comments of values.yaml, and words of schemas.
  void ReadDeclared() {
    const Chart& chart = input_.chart;
    if (chart.values_file != nullptr) {
      for (const auto& [line, keys] : CommentedKeys(chart.values_file->text())) {
        declared_.insert(keys.begin(), keys.end());
      }
    }
    std::vector<const ChartFile*> schemas = chart.yaml_schemas;
    schemas.insert(schemas.end(), chart.kcl_files.begin(), chart.kcl_files.end());
    if (chart.schema != nullptr) {
      schemas.push_back(chart.schema);
    }
    for (const ChartFile* schema : schemas) {
      const source::SourceFile* text = TextOf(*schema, context_);
      for (const auto& [dotted, found] : found_) {
        const std::string_view name = found.path[found.missing];
        if (text != nullptr && text->text().find(name) != std::string_view::npos) {
          declared_.emplace(name);
        }
      }
    }
  }

  // A key of the map that lacks the name. Comparisons are limited.
  std::string NearestTo(const Path& path, size_t missing) {
    const Table* table = &input_.computed;
    for (size_t i = 0; i < missing && table != nullptr; ++i) {
      const TableValue* next = table->Find(path[i]);
      table = next == nullptr ? nullptr : next->table;
    }
    std::vector<std::string_view> names;
    for (size_t i = 0; table != nullptr && i < table->slot_count(); ++i) {
      if (table->slot(i).key != nullptr) {
        names.push_back(table->slot(i).key->raw);
      }
    }
    compared_ += names.size();
    return compared_ > kMostCompared ? std::string() : std::string(Nearest(path[missing], names));
  }

  const LintInput& input_;
  const gotemplate::TemplateSet& templates_;
  HelmContext& context_;
  const Template* tmpl_ = nullptr;
  bool is_reporting_ = false;
  Arena arena_;
  PipeParts action_parts_;
  std::vector<Path> guards_;
  TextSet<std::string_view> calls_;     // names of templates that are included
  TextSet<std::string_view> optional_;  // those that options include that are off
  std::map<std::string, Found> found_;  // by the dotted path
  std::set<std::string, std::less<>> declared_;
  size_t compared_ = 0;
};

}  // namespace

void LintMissingValues(const LintInput& input, const gotemplate::TemplateSet& templates,
                       HelmContext& context) {
  MissingValues(input, templates, context).Run();
}

}  // namespace kval::helm::render
