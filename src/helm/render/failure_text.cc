#include "src/helm/render/failure_text.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "src/helm/builtin_objects.h"
#include "src/helm/functions/functions.h"
#include "src/support/edit_distance.h"

namespace kval::helm::render {
namespace {

using gotemplate::ExecutionError;

constexpr size_t kMostCompared = 10'000;  // names, for suggestions

// The text between two parts of a message; empty if it has not both.
std::string_view Between(std::string_view text, std::string_view begin, std::string_view end) {
  const size_t from = text.rfind(begin);
  if (from == std::string_view::npos) {
    return {};
  }
  const std::string_view rest = text.substr(from + begin.size());
  const size_t to = rest.find(end);
  return to == std::string_view::npos ? std::string_view() : rest.substr(0, to);
}

std::string DidYouMean(std::string_view name, const std::vector<std::string_view>& names,
                       std::string_view prefix = "") {
  if (names.size() > kMostCompared) {
    return {};
  }
  const std::string_view nearest = Nearest(name, names);
  return nearest.empty() ? "" : "did you mean `" + std::string(prefix) + std::string(nearest) + "`?";
}

// The fields of a builtin object, `Chart` or `Capabilities.KubeVersion`; of the root for an empty name.
std::vector<std::string_view> FieldsOf(std::string_view object) {
  std::vector<std::string_view> names;
  for (const BuiltinField& field : BuiltinFields()) {
    std::string_view path = field.path;
    const bool is_below =
        object.empty() || (path.starts_with(object) && path.substr(object.size()).starts_with('.'));
    path.remove_prefix(!is_below ? path.size() : object.empty() ? 0 : object.size() + 1);
    if (!path.empty() && path.find('.') == std::string_view::npos) {
      names.push_back(path);
    }
  }
  return names;
}

bool IsRootField(std::string_view name) {
  const std::vector<std::string_view> names = FieldsOf("");
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The keys of the map that lacks the last part of `.Values.a.b`.
std::vector<std::string_view> KeysBeside(std::string_view expression, const Table& values) {
  const Table* table = &values;
  std::string_view rest = expression.substr(expression.find(".Values.") + sizeof(".Values.") - 1);
  for (size_t dot = rest.find('.'); dot != std::string_view::npos && table != nullptr; dot = rest.find('.')) {
    const TableValue* below = table->Find(rest.substr(0, dot));
    table = below == nullptr ? nullptr : below->table;
    rest.remove_prefix(dot + 1);
  }
  std::vector<std::string_view> names;
  for (size_t i = 0; table != nullptr && i < table->slot_count(); ++i) {
    if (table->slot(i).key != nullptr) {
      names.push_back(table->slot(i).key->raw);
    }
  }
  return names;
}

// The expression before the field has no value.
FailureText ExplainNil(const ExecutionError& error, const Table& values) {
  const std::string& receiver = error.receiver;
  FailureText text;
  text.message = "`" + receiver + "` has no value, so it has no `" + error.field + "`";
  const std::string_view name = std::string_view(receiver).substr(receiver.rfind('.') + 1);
  const std::string_view dotless = std::string_view(receiver).substr(receiver.starts_with('$') ? 2 : 1);
  if (dotless == name && IsRootField(name) && receiver.starts_with('.')) {
    text.hint = "`range` and `with` change what `.` is: write `$" + receiver + "." + error.field + "`";
    text.is_of_template = true;
    return text;
  }
  if (dotless.starts_with("Values.")) {
    const std::string prefix = receiver.substr(0, receiver.rfind('.') + 1);
    const std::vector<std::string_view> keys = KeysBeside(receiver, values);
    const bool is_null = std::find(keys.begin(), keys.end(), name) != keys.end();
    text.hint = is_null ? std::string() : DidYouMean(name, keys, prefix);
    if (text.hint.empty()) {
      text.hint = "set `" + std::string(dotless.substr(sizeof("Values.") - 1)) +
                  "` in the values, or test it with `with` or `if`";
    }
  }
  return text;
}

FailureText ExplainField(const ExecutionError& error) {
  const std::string_view dotless =
      std::string_view(error.receiver).substr(error.receiver.starts_with('$') ? 2 : 1);
  FailureText text;
  const std::vector<std::string_view> fields = FieldsOf(dotless);
  if (dotless.empty() || fields.empty()) {
    text.message = "`" + error.receiver + "` is not a map, so it has no `" + error.field + "`";
    if (error.receiver == "." && IsRootField(error.field)) {
      text.hint = "`range` and `with` change what `.` is: write `$." + error.field + "`";
      text.is_of_template = true;
    }
    return text;
  }
  text.message = "`" + error.receiver + "` has no field `" + error.field + "`";
  text.hint = DidYouMean(error.field, fields, error.receiver + ".");
  return text;
}

}  // namespace

FailureText ExplainFailure(const ExecutionError& error, const gotemplate::TemplateSet& templates,
                           const Table& values) {
  const std::string_view text = error.text;
  if (!error.field.empty() && text.find("nil pointer evaluating ") != std::string_view::npos) {
    return ExplainNil(error, values);
  }
  if (!error.field.empty() && text.find("can't evaluate field ") != std::string_view::npos) {
    return ExplainField(error);
  }
  if (const std::string_view name = Between(text, "no template \"", "\" associated with template");
      !name.empty()) {
    return {"no template has the name `" + std::string(name) + "`", DidYouMean(name, templates.Names())};
  }
  if (text.ends_with("expected string; got float64") || text.ends_with("expected string; got int64") ||
      text.ends_with("expected string; got bool")) {
    return {"", "`toString` converts a value to a string"};
  }
  if (Between(text, " at <", ">: ").find("lookup ") != std::string_view::npos) {
    return {"", "`lookup` finds nothing without a cluster, as in `helm template`: test its result first"};
  }
  return {};
}

std::string HintAbout(const gotemplate::ParseError& error, const gotemplate::FunctionTable* functions) {
  const std::string_view text = error.text;
  if (text.ends_with("unexpected \"=\" in operand")) {
    return "`eq A B` compares two values";
  }
  if (text.ends_with("unexpected \"}\" in operand")) {
    return "an action ends with `}}`";
  }
  const std::string_view name = Between(text, ": function \"", "\" not defined");
  if (name.empty() || functions == nullptr) {
    return {};
  }
  std::vector<std::string_view> names;
  for (const functions::FunctionInfo& info : functions::Infos()) {
    names.push_back(info.name);
  }
  return DidYouMean(name, names);
}

}  // namespace kval::helm::render
