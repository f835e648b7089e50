#include "schemas/kcl/independent_checks.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "schemas/kcl/literal.h"
#include "src/lang/kcl/eval/layout.h"
#include "src/lang/kcl/sema/type.h"
#include "src/lang/kcl/sema/type_kinds.h"
#include "src/support/arena.h"
#include "src/value/builder.h"

namespace kval::schemas::kcl {
namespace {

using kval::kcl::Schema;
using kval::kcl::Type;
using kval::kcl::TypeKind;
using kval::kcl::eval::Layout;
using kval::kcl::eval::Member;

constexpr int kIndependentChecksDepthLimit = 64;

bool IsScalar(const Type& type) {
  return type.kind == TypeKind::kNone || kval::kcl::IsPrimitive(&type) ||
         (kval::kcl::IsLiteral(&type) && type.kind != TypeKind::kFloatLiteral);
}

// Whether an escape in a text may spell a letter of a name, or a line that is continued may part one.
bool MayHideNames(std::string_view text) {
  for (size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 1)) {
    constexpr std::string_view kBegins = "xuUN01234567\r\n";
    if (at + 1 < text.size() && kBegins.find(text[at + 1]) != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

class IndependentCheckFinder {
 public:
  explicit IndependentCheckFinder(const SchemaModule& module) : module_(module) {}

  std::optional<IndependentChecks> Run(const Schema& root) {
    found_[&root];
    todo_.push_back(&root);
    while (!todo_.empty()) {
      const Schema& schema = *todo_.back();
      todo_.pop_back();
      if (schema.stmt == nullptr) {
        return std::nullopt;
      }
      const std::unique_ptr<Layout> layout = kval::kcl::eval::MakeLayout(schema, module_.program().ast.names);
      if (!IsPlain(schema, *layout) || !AddLines(schema, *layout)) {
        return std::nullopt;
      }
    }
    return std::move(found_);
  }

 private:
  bool IsPlain(const Schema& schema, const Layout& layout) {
    const bool has_plain_key =
        layout.index_owner == nullptr ||
        (!layout.index_owner->stmt->index_signature->has_alias &&
         layout.index_owner->stmt->index_signature->default_value == nullptr &&
         layout.index_owner->index_value != nullptr && IsExact(*layout.index_owner->index_value, 0));
    return has_plain_key &&
           std::all_of(layout.parts.begin(), layout.parts.end(),
                       [this](const Schema* part) { return IsPlainPart(*part); }) &&
           std::all_of(layout.members.begin(), layout.members.end(),
                       [&](const Member& member) { return IsPlainMember(schema, member); });
  }

  bool IsPlainPart(const Schema& part) const {
    return part.stmt != nullptr && part.stmt->params.empty() && !IsDeprecated(part.stmt->decorators) &&
           std::all_of(part.stmt->body.begin(), part.stmt->body.end(), [this](const kval::kcl::Stmt* stmt) {
             const auto* attribute = stmt->As<kval::kcl::AttributeStmt>();
             return attribute != nullptr && !attribute->has_aug_op && !IsDeprecated(attribute->decorators);
           });
  }

  bool IsDeprecated(std::span<const kval::kcl::Decorator> decorators) const {
    return std::any_of(decorators.begin(), decorators.end(), [this](const kval::kcl::Decorator& decorator) {
      const auto* callee = decorator.callee->As<kval::kcl::NameExpr>();
      return callee == nullptr || module_.Text(callee->name.symbol) == "deprecated";
    });
  }

  bool IsPlainMember(const Schema& schema, const Member& member) {
    const kval::kcl::Attribute* attribute = schema.Find(member.name);
    const kval::kcl::AttributeStmt* declared = member.declaration;
    return attribute != nullptr && attribute->type != nullptr && declared != nullptr &&
           member.setters.size() == 1 && !member.text.starts_with('_') &&
           IsLiteral(declared->value, member.optional) &&
           (member.optional || !MayBeNull(*attribute->type, *declared)) && IsExact(*attribute->type, 0);
  }

  // Whether a default, if there is one, is written as a value without units.
  bool IsLiteral(const kval::kcl::Expr* expr, bool may_be_null) const {
    Arena arena;
    value::Builder build(&arena);
    const value::Value* value =
        expr == nullptr ? nullptr : LiteralTree(*expr, module_.program().ast.names, build);
    return expr == nullptr || (value != nullptr && (may_be_null || value->kind != value::Kind::kNull));
  }

  // Whether null may fit in the model. In the language an attribute that is null is missing.
  bool MayBeNull(const Type& type, const kval::kcl::AttributeStmt& declared) const {
    const auto is_none = [](const Type* member) { return member->kind == TypeKind::kNone; };
    const auto names_null = [this](const kval::kcl::Decorator& decorator) {
      return std::any_of(decorator.args.begin(), decorator.args.end(),
                         [this](const kval::kcl::Argument& arg) {
                           return arg.kind == kval::kcl::ArgumentKind::kKeyword &&
                                  module_.Text(arg.name.symbol) == "nullable";
                         });
    };
    return type.kind == TypeKind::kAny || is_none(&type) ||
           std::any_of(type.members.begin(), type.members.end(), is_none) ||
           std::any_of(declared.decorators.begin(), declared.decorators.end(), names_null);
  }

  // Whether what fits the type in the model fits it in the language, too.
  bool IsExact(const Type& type, int depth) {
    if (depth > kIndependentChecksDepthLimit) {
      return false;
    }
    if (type.kind == TypeKind::kList || type.kind == TypeKind::kDict) {
      return type.element == nullptr || IsExact(*type.element, depth + 1);
    }
    if (type.kind == TypeKind::kSchema) {
      if (type.schema != nullptr && found_.try_emplace(type.schema).second) {
        todo_.push_back(type.schema);
      }
      return type.schema != nullptr;
    }
    if (type.kind == TypeKind::kUnion) {
      return std::all_of(type.members.begin(), type.members.end(),
                         [](const Type* member) { return IsScalar(*member); });
    }
    return type.kind == TypeKind::kAny || IsScalar(type);
  }

  // False when a line may ask for more than attributes.
  bool AddLines(const Schema& schema, const Layout& layout) {
    const auto inexpressible = module_.inexpressible_checks().find(&schema);
    if (inexpressible == module_.inexpressible_checks().end()) {
      return true;
    }
    SchemaChecks& own = found_[&schema];
    std::string text;
    for (size_t part = 0; part < layout.parts.size(); ++part) {
      for (const kval::kcl::CheckLine& line : layout.parts[part]->stmt->checks) {
        if (std::find(inexpressible->second.begin(), inexpressible->second.end(), &line) !=
            inexpressible->second.end()) {
          own.lines.push_back({part, &line});
          text += module_.sources().Text(line.span);
          text += '\n';
        }
      }
    }
    // A name that is read is written in the line.
    for (const Member& member : layout.members) {
      if (text.find(member.text) != std::string::npos) {
        own.members.push_back(member.text);
      }
    }
    return !MayHideNames(text) && text.find("instances") == std::string::npos;
  }

  const SchemaModule& module_;
  IndependentChecks found_;
  std::vector<const Schema*> todo_;
};

}  // namespace

std::optional<IndependentChecks> FindIndependentChecks(const Schema& root, const SchemaModule& module) {
  return IndependentCheckFinder(module).Run(root);
}

}  // namespace kval::schemas::kcl
