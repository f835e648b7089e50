#include "schemas/kcl/decorators.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "schemas/kcl/literal.h"
#include "src/formats/format.h"

namespace kval::schemas::kcl {
namespace {

// Maps with a `value` and maybe a `description`.
void AddExamples(const value::Value& list, types::Doc& doc) {
  for (const value::Value* item : list.items()) {
    const bool is_map = item->kind == value::Kind::kMapping;
    const value::Value* example = is_map ? value::Find(*item, "value") : nullptr;
    const value::Value* words = is_map ? value::Find(*item, "description") : nullptr;
    if (example != nullptr) {
      doc.examples.push_back({words == nullptr ? "" : std::string(words->raw), example});
    }
  }
}

void AddNotice(const kval::kcl::Decorator& decorator, const SchemaModule& module, types::Doc& doc) {
  constexpr std::string_view kNames[] = {"version", "reason", "strict"};
  std::string strings[2];
  bool is_strict = true;
  size_t position = 0;
  for (const kval::kcl::Argument& argument : decorator.args) {
    size_t which = position;
    if (argument.kind == kval::kcl::ArgumentKind::kKeyword) {
      which = static_cast<size_t>(
          std::find(std::begin(kNames), std::end(kNames), module.Text(argument.name.symbol)) - kNames);
    } else {
      ++position;
    }
    const auto* text = argument.value->As<kval::kcl::StringExpr>();
    const auto* constant = argument.value->As<kval::kcl::ConstantExpr>();
    if (which < 2 && text != nullptr) {
      strings[which] = text->value;
    } else if (which == 2 && constant != nullptr) {
      is_strict = constant->value == kval::kcl::Constant::kTrue;
    }
  }
  std::string notice = strings[0].empty() ? "" : "since version " + strings[0];
  notice += (notice.empty() || strings[1].empty() ? "" : ", ") + strings[1];
  (is_strict ? doc.removed : doc.deprecated) = notice.empty() ? "it is deprecated" : notice;
}

// `@info` may contain anything; kval reads these:
//
//   title="…", description="…", examples=[{description = "…", value = …}]   for people
//   format="hostname"   the value has one of kval's formats
//   sensitive=True      the value is secret and is not shown in findings
//   nullable=True       null is a value instead of the default; False: null is not allowed for an optional
//   key missing default=…           the value shown for a missing key
void AddInfo(const kval::kcl::Decorator& decorator, const SchemaModule& module, value::Builder& build,
             DecoratorInfo& reported) {
  for (const kval::kcl::Argument& argument : decorator.args) {
    const value::Value* said = argument.kind == kval::kcl::ArgumentKind::kKeyword
                                   ? LiteralTree(*argument.value, module.program().ast.names, build)
                                   : nullptr;
    const std::string_view name = said == nullptr ? "" : module.Text(argument.name.symbol);
    const bool is_text = said != nullptr && said->kind == value::Kind::kString;
    if (name == "title" && is_text) {
      reported.doc.title = said->raw;
    } else if (name == "description" && is_text) {
      reported.doc.text = said->raw;
    } else if (name == "format" && is_text && formats::Find(said->raw) != nullptr) {
      reported.format = said->raw;
      reported.span = argument.value->span;
    } else if (name == "nullable" && said->kind == value::Kind::kBool) {
      reported.nullable = said->boolean;
    } else if (name == "sensitive" && said->kind == value::Kind::kBool) {
      reported.doc.sensitive = said->boolean;
    } else if (name == "default") {
      reported.shown = said;
    } else if (name == "examples" && said->kind == value::Kind::kSequence) {
      AddExamples(*said, reported.doc);
    }
  }
}

}  // namespace

DecoratorInfo ReadDecorators(std::span<const kval::kcl::Decorator> decorators, const SchemaModule& module,
                             value::Builder& build) {
  DecoratorInfo reported;
  for (const kval::kcl::Decorator& decorator : decorators) {
    const auto* callee = decorator.callee->As<kval::kcl::NameExpr>();
    if (callee != nullptr && module.Text(callee->name.symbol) == "deprecated") {
      AddNotice(decorator, module, reported.doc);
    } else if (callee != nullptr && module.Text(callee->name.symbol) == "info") {
      AddInfo(decorator, module, build, reported);
    }
  }
  return reported;
}

}  // namespace kval::schemas::kcl
