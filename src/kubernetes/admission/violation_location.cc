#include "src/kubernetes/admission/violation_location.h"

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/gatekeeper_template.h"
#include "src/support/ascii.h"
#include "src/support/native_stack.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

Text TakeName(Text& text) {
  size_t size = 0;
  while (size < text.size() && (IsAlnum(text[size]) || text[size] == '_')) {
    ++size;
  }
  const Text name = text.substr(0, size);
  text.remove_prefix(size);
  return name;
}

// Takes `.name`, `.?name`, `["name"]` or `[1]`; nullopt if the text continues otherwise.
std::optional<diag::PathStep> TakeStep(Text& text) {
  if (text.starts_with('.')) {
    text.remove_prefix(text.starts_with(".?") ? 2 : 1);
    const Text name = TakeName(text);
    return name.empty() || text.starts_with('(') ? std::nullopt : std::optional(diag::PathStep::Key(name));
  }
  const size_t end = text.starts_with('[') ? text.find(']') : Text::npos;
  if (end == Text::npos) {
    return std::nullopt;
  }
  Text inside = text.substr(1, end - 1);
  text.remove_prefix(end + 1);
  inside.remove_prefix(inside.starts_with('?') ? 1 : 0);
  const bool is_quoted = inside.size() >= 2 && (inside.front() == '\'' || inside.front() == '"') &&
                         inside.back() == inside.front();
  if (is_quoted) {
    return diag::PathStep::Key(inside.substr(1, inside.size() - 2));
  }
  size_t index = 0;
  const auto [rest, error] = std::from_chars(inside.data(), inside.data() + inside.size(), index);
  return error == std::errc() && rest == inside.data() + inside.size()
             ? std::optional(diag::PathStep::Index(index))
             : std::nullopt;
}

const value::Value* Child(const value::Value& value, const diag::PathStep& step) {
  if (value.kind == Kind::kMapping) {
    return value::Find(value, step.key);
  }
  const auto items = value.items();
  const auto index = static_cast<size_t>(step.index);  // of a key it is beyond all items
  return index < items.size() ? items[index] : nullptr;
}

// Follows the steps of a text below a value as far as there are values. Returns false if there is none.
bool Descend(Text text, const value::Value& base, diag::Path& path) {
  const value::Value* at = &base;
  bool is_below = false;
  while (const auto step = TakeStep(text)) {
    at = Child(*at, *step);
    if (at == nullptr) {
      break;
    }
    path.push_back(*step);
    is_below = true;
  }
  return is_below;
}

// Appends the path to a value of the document; returns false if it is not there.
bool FindPath(const value::Value& at, const value::Value& target, diag::Path& path) {
  NeedStack();
  if (&at == &target) {
    return true;
  }
  for (const value::Entry& entry : at.entries()) {
    path.push_back(diag::PathStep::Key(entry.key->raw));
    if (FindPath(*entry.value, target, path)) {
      return true;
    }
    path.pop_back();
  }
  for (size_t i = 0; i < at.items().size(); ++i) {
    path.push_back(diag::PathStep::Index(i));
    if (FindPath(*at.items()[i], target, path)) {
      return true;
    }
    path.pop_back();
  }
  return false;
}

class Locator {
 public:
  Locator(const AdmissionPolicy& policy, const AdmissionRequest& request, const DynamicValues& values)
      : policy_(policy),
        root_(request.object != nullptr ? "object" : "oldObject"),
        object_(request.subject()),
        values_(values) {}

  std::optional<diag::Path> Locate(const cel::FailingPart& part, Text part_text) const {
    for (const cel::FailingPart::ObservedValue& reading : part.observed_values) {
      if (auto path = Resolve(reading.text, part)) {
        return path;
      }
    }
    // A test for presence reads nothing.
    while (part_text.starts_with('!') || part_text.starts_with(' ') || part_text.starts_with('(')) {
      part_text.remove_prefix(1);
    }
    if (part_text.starts_with("has(")) {
      if (auto path = Resolve(part_text.substr(4), part)) {
        return path;
      }
    }
    diag::Path path;
    const value::Value* item = part.item == nullptr ? nullptr : values_.SourceOf(part.item);
    return item != nullptr && FindPath(object_, *item, path) ? std::optional(path) : std::nullopt;
  }

 private:
  std::optional<diag::Path> Resolve(Text text, const cel::FailingPart& part) const {
    const Text name = TakeName(text);
    diag::Path path;
    if (name == root_) {
      return Descend(text, object_, path) ? std::optional(path) : std::nullopt;
    }
    const value::Value* item =
        name == part.variable && part.item != nullptr ? values_.SourceOf(part.item) : nullptr;
    if (item != nullptr && FindPath(object_, *item, path)) {
      Descend(text, *item, path);
      return path;
    }
    return name == "variables" ? ResolveVariable(text) : std::nullopt;
  }

  // A variable whose expression is a path in the object, with further steps.
  std::optional<diag::Path> ResolveVariable(Text text) const {
    const auto step = TakeStep(text);
    for (const AdmissionPolicy::Variable& variable : policy_.variables()) {
      const std::string& expression = variable.expression.program.text();
      if (!step || variable.name != step->key) {
        continue;
      }
      const bool is_below = expression.starts_with(std::string(root_) + ".");
      if (is_below || expression == root_ || expression == kAnyObject) {
        diag::Path path;
        const std::string below = is_below ? expression.substr(root_.size()) : std::string();
        const bool is_found = Descend(below + std::string(text), object_, path);
        return is_found ? std::optional(path) : std::nullopt;
      }
    }
    return std::nullopt;
  }

  const AdmissionPolicy& policy_;
  Text root_;  // the variable of the object
  const value::Value& object_;
  const DynamicValues& values_;
};

source::Span SpanOf(const value::Value& object, const diag::Path& path) {
  const value::Value* at = &object;
  source::Span span;
  for (const diag::PathStep& step : path) {
    const value::Value* key = nullptr;
    for (const value::Entry& entry : at->entries()) {
      key = entry.key->raw == Text(step.key) ? entry.key : key;
    }
    at = Child(*at, step);
    if (at == nullptr) {
      break;
    }
    const bool has_key = key != nullptr && key->span.has_value();
    if (at->is_collection() && has_key) {
      span = key->span;
    } else if (at->span.has_value()) {
      span = at->is_collection() && !at->entries().empty() ? at->entries().front().key->span : at->span;
    }
  }
  return span;
}

}  // namespace

ViolationLocation LocateViolation(std::span<const cel::FailingPart> parts, const PolicyExpression& expression,
                                  const AdmissionPolicy& policy, const AdmissionRequest& request,
                                  const DynamicValues& values) {
  const Locator locator(policy, request, values);
  const value::Value& object = request.subject();
  const Text text = expression.program.text();
  for (const cel::FailingPart& part : parts) {
    const auto path = locator.Locate(part, text.substr(part.begin, part.end - part.begin));
    const source::Span span = path ? SpanOf(object, *path) : source::Span();
    if (span.has_value()) {
      return {*path, span, &part};
    }
  }
  ViolationLocation at = LocateName(object);
  at.part = parts.empty() ? nullptr : &parts.front();
  return at;
}

ViolationLocation LocateName(const value::Value& object) {
  const diag::Path name = {diag::PathStep::Key("metadata"), diag::PathStep::Key("name")};
  const source::Span span = SpanOf(object, name);
  const value::Value* kind = FieldOf(&object, "kind");
  return {{}, span.has_value() ? span : kind != nullptr ? kind->span : object.span};
}

}  // namespace kval::kubernetes
