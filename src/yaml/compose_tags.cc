// Tags. Readers of configuration support the few tags of YAML's own schema that change a scalar and silently
// ignore others, which is reported once per document here.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "src/support/base64.h"
#include "src/yaml/compose.h"
#include "src/yaml/go_properties.h"
#include "src/yaml/message_text.h"
#include "src/yaml/tags.h"

namespace kval::yaml {
namespace {

using diag::Def;
using diag::Kind;

constexpr Def<std::string_view, std::string_view> kBadTag{
    Kind::kBadTag, "`{}` does not have the type that the tag `{}` requires"};
constexpr Def<std::string_view> kIneffectiveTag{Kind::kUnknownAnnotation,
                                                "the tag `{}` has no effect: the value is read without it"};

constexpr Def<std::string_view> kReplaced{
    Kind::kNotChecked,
    "values with the tag `{}` are not checked: the program that reads the file replaces them"};

// Tags of YAML's types for scalars that have the type without them.
constexpr std::array<std::string_view, 9> kOfScalars = {"str",  "binary",    "bool",  "int",  "float",
                                                        "null", "timestamp", "merge", "value"};
constexpr std::array<std::string_view, 2> kOfMappings = {"map", "set"};
constexpr std::array<std::string_view, 3> kOfSequences = {"seq", "omap", "pairs"};

}  // namespace

void Composer::Become(const value::Resolved& resolved, value::Value* node) {
  node->kind = resolved.kind;
  node->is_unsigned = resolved.is_unsigned;
  switch (resolved.kind) {
    case value::Kind::kBool:
      node->boolean = resolved.boolean;
      return;
    case value::Kind::kInt:
      node->integer = resolved.integer;
      return;
    case value::Kind::kFloat:
      node->real = resolved.real;
      return;
    case value::Kind::kNull:
    case value::Kind::kString:
    case value::Kind::kSequence:
    case value::Kind::kMapping:
      return;
  }
}

void Composer::ResolveTagged(value::Value* node, const Event& event) {
  const std::string full = FullTag(stream_, source_, event, tag_prefixes_);
  std::string_view tag = full;
  struct Demand {
    std::string_view name;
    value::Kind kind;
  };
  constexpr std::array kDemands = {Demand{"bool", value::Kind::kBool}, Demand{"int", value::Kind::kInt},
                                   Demand{"float", value::Kind::kFloat}, Demand{"null", value::Kind::kNull}};
  found_error_ |= is_go() && ReportEndOfTag(source_, stream_.PropertiesOf(event).tag, emit_);
  if (!tag.starts_with(kCorePrefix)) {
    node->gap = ReportForeignTag(event, tag) ? value::Recovery::kError : node->gap;
    return;
  }
  tag.remove_prefix(kCorePrefix.size());
  if (tag == "binary" && options_.dialect == value::Dialect::kKcl) {
    return;  // to KCL it is the text
  }
  if (tag == "binary") {
    std::string bytes;
    Base64 spelling;
    spelling.ignores_spaces = true;
    if (!DecodeBase64(node->raw, bytes, spelling)) {
      node->raw = arena_.CopyText(bytes);
    } else {
      MarkInvalid(node);
      emit_.Report(event.span, kBadTag, Truncate(node->raw), "!!binary").Hint("write base64").Emit();
    }
    return;
  }
  if (tag == "timestamp") {
    CheckTimestamp(event, node);
    return;
  }
  for (const Demand& demand : kDemands) {
    if (demand.name != tag) {
      continue;
    }
    value::Resolved resolved = value::Resolve(options_.dialect, node->raw);
    if (demand.kind == value::Kind::kFloat && resolved.kind == value::Kind::kInt) {
      const double real = resolved.is_unsigned ? static_cast<double>(static_cast<uint64_t>(resolved.integer))
                                               : static_cast<double>(resolved.integer);
      resolved.kind = value::Kind::kFloat;
      resolved.is_unsigned = false;
      resolved.real = real;
    }
    if (resolved.kind == demand.kind) {
      Become(resolved, node);
      return;
    }
    MarkInvalid(node);
    const source::Span written = stream_.PropertiesOf(event).tag;
    emit_.Report(event.span, kBadTag, Truncate(node->raw), source_.Text(written))
        .Label("this is " + WithArticle(value::KindName(resolved.kind)))
        .Related(written, "the tag is here")
        .Emit();
  }
  if (std::find(kOfScalars.begin(), kOfScalars.end(), tag) == kOfScalars.end()) {
    ReportForeignTag(event, full);
  }
}

bool Composer::CheckTagOfCollection(const Event& event, value::Kind kind) {
  if (!stream_.PropertiesOf(event).tag.has_value()) {
    return false;
  }
  const std::string tag = FullTag(stream_, source_, event, tag_prefixes_);
  const auto is_one_of = [&](const auto& names) {
    return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
      return tag == std::string(kCorePrefix) + std::string(name);
    });
  };
  const bool is_known = kind == value::Kind::kMapping ? is_one_of(kOfMappings) : is_one_of(kOfSequences);
  return !is_known && ReportForeignTag(event, tag);
}

bool Composer::ReportForeignTag(const Event& event, std::string_view full) {
  const source::Span written = stream_.PropertiesOf(event).tag;
  const bool is_configuration =
      options_.dialect == value::Dialect::kYaml12 || options_.dialect == value::Dialect::kYaml11;
  const bool is_replaced = is_configuration && IsReplacedTag(full);
  if (full == "!" || (is_configuration && IsTransparentTag(full)) || !options_.reports_tags ||
      HasErrorIn(written) || !reported_tags_.emplace(full).second) {
    return is_replaced;
  }
  if (is_replaced) {
    emit_.Report(written, kReplaced, full).As(diag::Severity::kNote).Emit();
    return true;
  }
  emit_.Report(written, kIneffectiveTag, Truncate(source_.Text(written)))
      .As(diag::Severity::kWarning)
      .Hint("remove the tag, or write the value that it represents")
      .Emit();
  return false;
}

}  // namespace kval::yaml
