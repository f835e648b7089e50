#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <utility>

#include "src/lang/kcl/builtins/handlebars.h"
#include "src/lang/kcl/runtime/compare.h"
#include "src/lang/kcl/runtime/text.h"

namespace kval::kcl::builtins::handlebars {
namespace {

using runtime::Kind;
using runtime::Value;

// The values visible to a part of a template.
struct Scope {
  Value context;
  Value key, index, first, last;
  std::vector<std::pair<std::string, Value>> block_params;
};

bool IsTrue(const Value& value) {
  return runtime::IsTruthy(value);
}

// A path cut at `.` and `/`; `[...]` holds one step.
std::vector<std::string> StepsOf(std::string_view path) {
  std::vector<std::string> steps;
  std::string step;
  for (size_t i = 0; i < path.size(); ++i) {
    if (path.substr(i).starts_with("..") && step.empty()) {
      steps.emplace_back("..");
      ++i;
    } else if (path[i] == '[') {
      size_t end = path.find(']', i);
      steps.emplace_back(path.substr(i + 1, end == std::string_view::npos ? end : end - i - 1));
      i = std::min(end, path.size());
    } else if (path[i] == '.' || path[i] == '/') {
      if (!step.empty()) {
        steps.push_back(std::exchange(step, {}));
      }
    } else {
      step += path[i];
    }
  }
  if (!step.empty()) {
    steps.push_back(step);
  }
  return steps;
}

Value Member(const Value& value, const std::string& step) {
  if (value.is_config()) {
    return value.fields().Get(step);
  }
  if (!value.is(Kind::kList)) {
    return {};
  }
  size_t index = 0;
  auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
  bool is_index = error == std::errc() && end == step.data() + step.size() && index < value.items().size();
  return is_index ? value.items()[index] : Value();
}

std::string Written(const Value& value) {
  if (value.is_empty()) {
    return "";
  }
  if (value.is(Kind::kList)) {
    std::string text = "[";
    for (const Value& item : value.items()) {
      text += (text.size() > 1 ? ", " : "") + Written(item);
    }
    return text + "]";
  }
  if (value.is_config()) {
    return "[object]";
  }
  return value.is(Kind::kString) ? std::string(value.string()) : runtime::JsonText(value);
}

enum class Comparison : uint8_t { kEqual, kNotEqual, kGreater, kGreaterEqual, kLess, kLessEqual };

// As JSON: an int is no float. Nothing when there is no order: only ints have one.
std::optional<bool> Holds(Comparison comparison, const Value& a, const Value& b) {
  if (comparison == Comparison::kEqual || comparison == Comparison::kNotEqual) {
    const bool are_one_kind =
        a.is(Kind::kInt) == b.is(Kind::kInt) && a.is(Kind::kFloat) == b.is(Kind::kFloat);
    return (are_one_kind && runtime::Equal(a, b)) == (comparison == Comparison::kEqual);
  }
  if (!a.is(Kind::kInt) || !b.is(Kind::kInt)) {
    return std::nullopt;
  }
  const int64_t x = a.integer;
  const int64_t y = b.integer;
  return comparison == Comparison::kGreater        ? x > y
         : comparison == Comparison::kGreaterEqual ? x >= y
         : comparison == Comparison::kLess         ? x < y
                                                   : x <= y;
}

struct ComparisonName {
  std::string_view name;
  Comparison comparison;
};
constexpr ComparisonName kComparisons[] = {
    {"eq", Comparison::kEqual},         {"ne", Comparison::kNotEqual}, {"gt", Comparison::kGreater},
    {"gte", Comparison::kGreaterEqual}, {"lt", Comparison::kLess},     {"lte", Comparison::kLessEqual},
};

class Renderer {
 public:
  Renderer(runtime::Heap& heap, const Value& data, const Charge& charge)
      : heap_(heap), root_(data), charge_(charge) {
    scopes_.push_back({data, {}, {}, {}, {}, {}});
  }

  Result<std::string> Run(const std::vector<HandlebarsNode>& nodes) {
    Render(nodes);
    return error_.empty() ? Result<std::string>(std::move(out_)) : Result<std::string>(Failure{error_});
  }

 private:
  // Charges a step for each part of the template, and for bytes written or read.
  bool Spend(size_t bytes) {
    constexpr size_t kBytesOfStep = 16;
    if (!charge_(1 + bytes / kBytesOfStep)) {
      error_ = "it takes too many steps";
    }
    return error_.empty();
  }

  void Render(const std::vector<HandlebarsNode>& nodes) {
    for (const HandlebarsNode& node : nodes) {
      if (!error_.empty()) {
        return;
      }
      if (!heap_.CanAllocateString(out_.size())) {
        error_ = "the text is larger than the memory limit";
      } else if (!Spend(node.text.size())) {
        return;
      } else if (node.kind == HandlebarsNodeKind::kText) {
        out_ += node.text;
      } else if (node.kind == HandlebarsNodeKind::kExpression) {
        std::string text = Written(Evaluate(node.expression));
        if (!Spend(text.size())) {
          return;
        }
        bool is_raw = node.expression.head.path == "raw" && !node.expression.params.empty();
        out_ += node.is_escaped && !is_raw ? EscapeHtml(text) : text;
      } else {
        RenderBlock(node);
      }
    }
  }

  void RenderBlock(const HandlebarsNode& node) {
    const std::string& name = node.expression.head.path;
    if (name == "raw") {
      Render(node.body);
      return;
    }
    bool is_known = name == "if" || name == "unless" || name == "each" || name == "with";
    if (!is_known || node.expression.params.empty()) {
      error_ =
          is_known ? "the block `" + name + "` needs an argument" : "the block `" + name + "` is not known";
      return;
    }
    Value subject = Evaluate(node.expression.params[0]);
    if (name == "if" || name == "unless") {
      bool is_true = IsTrue(subject) || (IncludesZero(node.expression) && subject.is_number());
      Render(is_true == (name == "if") ? node.body : node.otherwise);
    } else if (name == "each") {
      RenderEach(node, subject);
    } else if (!IsTrue(subject)) {
      Render(node.otherwise);
    } else {
      Scope scope{subject, {}, {}, {}, {}, {}};
      if (!node.expression.block_params.empty()) {
        scope.block_params.emplace_back(node.expression.block_params[0], subject);
      }
      RenderIn(std::move(scope), node.body);
    }
  }

  bool IncludesZero(const Expression& expression) {
    for (const auto& [name, param] : expression.hash) {
      if (name == "includeZero") {
        return IsTrue(Evaluate(param));
      }
    }
    return false;
  }

  // Items have an index, entries of a map a key, by which they are sorted (serde_json's Map).
  void RenderEach(const HandlebarsNode& node, const Value& subject) {
    std::vector<std::pair<Value, Value>> entries;  // key or index, value
    if (!charge_(subject.is(Kind::kList) ? subject.items().size()
                 : subject.is_config()   ? subject.fields().entries.size()
                                         : 0)) {
      error_ = "it takes too many steps";
      return;
    }
    if (subject.is(Kind::kList)) {
      for (const Value& item : subject.items()) {
        entries.emplace_back(runtime::Int(static_cast<int64_t>(entries.size())), item);
      }
    } else if (subject.is_config()) {
      for (const runtime::Entry& entry : subject.fields().entries) {
        entries.emplace_back(String(heap_, entry.key), entry.value);
      }
      std::sort(entries.begin(), entries.end(),
                [](const auto& one, const auto& other) { return one.first.string() < other.first.string(); });
    }
    if (entries.empty()) {
      Render(node.otherwise);
      return;
    }
    for (size_t i = 0; i < entries.size() && Spend(0); ++i) {
      Scope scope = ScopeOf(entries[i].first, entries[i].second, node.expression.block_params);
      (subject.is(Kind::kList) ? scope.index : scope.key) = entries[i].first;
      scope.first = runtime::Bool(i == 0);
      scope.last = runtime::Bool(i + 1 == entries.size());
      RenderIn(std::move(scope), node.body);
    }
  }

  static Scope ScopeOf(const Value& key, const Value& value, const std::vector<std::string>& names) {
    Scope scope;
    scope.context = value;
    if (!names.empty()) {
      scope.block_params.emplace_back(names[0], value);
    }
    if (names.size() > 1) {
      scope.block_params.emplace_back(names[1], key);
    }
    return scope;
  }

  void RenderIn(Scope scope, const std::vector<HandlebarsNode>& nodes) {
    scopes_.push_back(std::move(scope));
    Render(nodes);
    scopes_.pop_back();
  }

  Value Evaluate(const Param& param) {
    switch (param.kind) {
      case ParamKind::kLiteral:
        return param.literal;
      case ParamKind::kPath:
        return Look(param.path);
      case ParamKind::kCall: {
        std::vector<Value> args;
        for (const Param& arg : std::span(param.call).subspan(1)) {
          args.push_back(Evaluate(arg));
        }
        return Call(param.call[0].path, args);
      }
    }
    return {};
  }

  Value Evaluate(const Expression& expression) {
    if (expression.params.empty() && expression.hash.empty()) {
      return Evaluate(expression.head);
    }
    std::vector<Value> args;
    for (const Param& param : expression.params) {
      args.push_back(Evaluate(param));
    }
    return Call(expression.head.path, args);
  }

  Value Call(const std::string& name, const std::vector<Value>& args) {
    for (const ComparisonName& known : kComparisons) {
      if (known.name == name && args.size() == 2) {
        const std::optional<bool> holds = Holds(known.comparison, args[0], args[1]);
        if (!holds) {
          error_ = "the helper `" + name + "` compares integers only";
        }
        return runtime::Bool(holds.value_or(false));
      }
    }
    if ((name == "and" || name == "or") && args.size() == 2) {
      return runtime::Bool(name == "and" ? IsTrue(args[0]) && IsTrue(args[1])
                                         : IsTrue(args[0]) || IsTrue(args[1]));
    }
    if (name == "not" && args.size() == 1) {
      return runtime::Bool(!IsTrue(args[0]));
    }
    if (name == "raw" && args.size() == 1) {
      return args[0];
    }
    if (name == "lookup" && args.size() == 2) {
      return Member(args[0], Written(args[1]));
    }
    if (name == "len" && args.size() == 1) {
      size_t length = args[0].is(Kind::kList)     ? args[0].items().size()
                      : args[0].is_config()       ? args[0].fields().entries.size()
                      : args[0].is(Kind::kString) ? args[0].string().size()
                                                  : 0;
      return runtime::Int(static_cast<int64_t>(length));
    }
    if (name == "log") {
      return {};
    }
    error_ = "the helper `" + name + "` is not known, or has another number of arguments";
    return {};
  }

  Value Look(std::string_view path) {
    size_t depth = scopes_.size() - 1;
    if (!Spend(path.size())) {
      return {};
    }
    if (path.starts_with('@')) {
      return Special(path.substr(1), depth);
    }
    std::vector<std::string> steps = StepsOf(path);
    size_t next = 0;
    for (; next < steps.size() && steps[next] == ".."; ++next) {
      depth -= depth > 0 ? 1 : 0;
    }
    if (next < steps.size() && steps[next] == "this") {
      return Walk(scopes_[depth].context, steps, next + 1);
    }
    // Block parameters are seen from everywhere inside of their block.
    for (size_t i = depth + 1; next == 0 && !steps.empty() && i-- > 0;) {
      for (const auto& [name, value] : scopes_[i].block_params) {
        if (name == steps[0]) {
          return Walk(value, steps, 1);
        }
      }
    }
    return Walk(scopes_[depth].context, steps, next);
  }

  Value Special(std::string_view path, size_t depth) {
    while (path.starts_with("../")) {
      path.remove_prefix(3);
      depth -= depth > 0 ? 1 : 0;
    }
    std::vector<std::string> steps = StepsOf(path);
    if (!steps.empty() && steps[0] == "root") {
      return Walk(root_, steps, 1);
    }
    // A block without items (`if`, `with`) uses the loop variables of the enclosing block.
    while (depth > 0 && scopes_[depth].first.is(Kind::kUndefined)) {
      --depth;
    }
    const Scope& scope = scopes_[depth];
    return path == "index"   ? scope.index
           : path == "key"   ? scope.key
           : path == "first" ? scope.first
           : path == "last"  ? scope.last
                             : Value();
  }

  static Value Walk(Value value, const std::vector<std::string>& steps, size_t next) {
    for (; next < steps.size(); ++next) {
      value = Member(value, steps[next]);
    }
    return value;
  }

  runtime::Heap& heap_;
  Value root_;
  const Charge& charge_;
  std::vector<Scope> scopes_;
  std::string out_;
  std::string error_;
};

}  // namespace

Result<std::string> Render(runtime::Heap& heap, const Template& parsed, const Value& data,
                           const Charge& charge) {
  return Renderer(heap, data, charge).Run(parsed.nodes);
}

std::string EscapeHtml(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#x27;";
        break;
      case '`':
        out += "&#x60;";
        break;
      case '=':
        out += "&#x3D;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace kval::kcl::builtins::handlebars
