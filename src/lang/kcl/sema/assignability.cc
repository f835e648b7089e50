#include "src/lang/kcl/sema/assignability.h"

#include <algorithm>
#include <string>

#include "src/lang/kcl/sema/member_uses.h"
#include "src/lang/kcl/sema/subsumption.h"
#include "src/lang/kcl/sema/type_kinds.h"

namespace kval::kcl::sema {
namespace {

// Unions with more members that are queried more often have a table of their members.
constexpr size_t kLarge = 64;
constexpr size_t kOften = 8;

// A limit for types that do not occur in practice.
constexpr int kMaxCheckSteps = 20000;
// How many wrong parts of one literal are pointed at, and how far in they may lie.
constexpr size_t kMostMisfits = 8;
constexpr int kMaxMisfitDepth = 16;

}  // namespace

bool UnionMembership::Has(const Type& a_union, const Type* type) {
  const std::span<const Type* const> all = a_union.members;
  if (all.size() <= kLarge) {
    return std::find(all.begin(), all.end(), type) != all.end();
  }
  Members& members = members_[&a_union];
  if (members.types.empty() && ++members.lookups > kOften) {
    members.types.insert(all.begin(), all.end());
  }
  return members.types.empty() ? std::find(all.begin(), all.end(), type) != all.end()
                               : members.types.contains(type);
}

void Assignability::CheckAssignable(const Type* from, const Type* to, source::Span at, source::Span declared,
                                    source::Span attribute) {
  check_steps_ = check_depth_ == 0 ? 0 : check_steps_;
  ++check_depth_;
  const bool fits = CheckType(from, to, at);
  --check_depth_;
  if (fits) {
    return;
  }
  const std::string expected = types_.Text(to);
  const std::string got = types_.Text(from);
  std::vector<RelatedLocation> related;
  if (declared.has_value()) {
    related.push_back({declared, "variable is defined here, its type is " + expected + ", but got " + got});
  }
  if (attribute.has_value()) {
    related.push_back({attribute, "config attribute is defined here"});
  }
  diagnostics_.Report(diag::Kind::kKclType, at, "expected " + expected + ", got " + got, related);
}

void Assignability::CheckValue(const Expr& value, const Type* from, const Type* to, source::Span declared,
                               bool is_entry) {
  check_steps_ = check_depth_ == 0 ? 0 : check_steps_;
  ++check_depth_;
  const bool fits = CheckType(from, to, value.span);
  --check_depth_;
  if (fits) {
    return;
  }
  const std::string expected = types_.Text(to);
  const std::string got = types_.Text(from);
  std::vector<RelatedLocation> misfits;
  CollectMisfits(value, to, misfits, 0);
  ErrorDetails remarks;
  const source::Span at = misfits.empty() ? value.span : misfits.front().at;
  if (at != value.span) {
    remarks.label = misfits.front().text;
    remarks.related.assign(misfits.begin() + 1, misfits.end());
  }
  if (declared.has_value() && declared != value.span) {
    remarks.related.push_back(
        {declared, is_entry ? "variable is defined here, its type is " + expected + ", but got " + got
                            : std::string("the type is declared here")});
  }
  diagnostics_.ReportWith(diag::Kind::kKclType, at, "expected " + expected + ", got " + got, remarks);
}

// The parts of a literal that are to blame for its type; the whole value when it is no literal.
void Assignability::CollectMisfits(const Expr& value, const Type* to, std::vector<RelatedLocation>& misfits,
                                   int depth) {
  const Type* type = context_.program.TypeOf(value);
  if (depth > kMaxMisfitDepth || misfits.size() >= kMostMisfits || !type || Fits(type, to)) {
    return;
  }
  const size_t before = misfits.size();
  if (const ParenExpr* paren = value.As<ParenExpr>()) {
    CollectMisfits(*paren->inner, to, misfits, depth + 1);
  } else if (const ConditionalExpr* choice = value.As<ConditionalExpr>()) {
    CollectMisfits(*choice->then, to, misfits, depth + 1);
    CollectMisfits(*choice->otherwise, to, misfits, depth + 1);
  } else if (const ListExpr* list = value.As<ListExpr>(); list && to->kind == TypeKind::kList) {
    for (const Expr* item : list->items) {
      CollectMisfits(*item, to->element, misfits, depth + 1);
    }
  } else if (const ListComprehensionExpr* made = value.As<ListComprehensionExpr>();
             made && to->kind == TypeKind::kList) {
    CollectMisfits(*made->item, to->element, misfits, depth + 1);
  }
  if (misfits.size() == before && value.kind != ExprKind::kStarred && value.kind != ExprKind::kListIf) {
    misfits.push_back({value.span, "expected " + types_.Text(to) + ", got " + types_.Text(type)});
  }
}

bool Assignability::CheckType(const Type* from, const Type* to, source::Span at) {
  if (++check_steps_ > kMaxCheckSteps) {
    return true;
  }
  if (from->kind == TypeKind::kList && to->kind == TypeKind::kList) {
    return CheckType(from->element, to->element, at);
  }
  if (from->kind == TypeKind::kDict && to->kind == TypeKind::kDict) {
    return CheckType(from->key, to->key, at) && CheckType(from->element, to->element, at);
  }
  if (from->kind == TypeKind::kDict && IsSchema(to)) {
    return DictFits(from, *to->schema, at);
  }
  if (from->kind == TypeKind::kUnion) {
    return std::ranges::all_of(from->members, [&](const Type* member) { return CheckType(member, to, at); });
  }
  if (to->kind == TypeKind::kUnion && large_unions_.Has(*to, from)) {
    return true;
  }
  if (to->kind == TypeKind::kUnion) {
    return std::ranges::any_of(to->members, [&](const Type* member) { return Fits(from, member); });
  }
  return Assignable(from, to);
}

bool Assignability::Fits(const Type* from, const Type* to) {
  const size_t before = diagnostics_.count();
  diagnostics_.Silence(true);
  const bool fits = CheckType(from, to, {});
  diagnostics_.Silence(false);
  return fits && diagnostics_.count() == before;
}

// A dict where a schema is expected. Keys that the schema does not know are found in the literal itself.
bool Assignability::DictFits(const Type* dict, const Schema& schema, source::Span at) {
  for (const DictAttribute& key : dict->attributes) {
    if (const Attribute* declared = context_.program.records_member_uses ? schema.Find(key.name) : nullptr) {
      NoteDeclaredMember(key.span, key.name, declared->span, context_);
    }
  }
  if (!schema.has_index_signature) {
    if (dict->key->kind == TypeKind::kStrLiteral) {
      for (const DictAttribute& attribute : dict->attributes) {
        const Attribute* declared = schema.Find(attribute.name);
        // The attribute's type is widened: `2` is an int there, which does not fit `1 | 2 | 3`. The element's
        // type is that of the only value.
        if (declared && context_.Text(attribute.name) == dict->key->text &&
            !Fits(dict->element, declared->type)) {
          CheckAssignable(attribute.type, declared->type, at, declared->span);
        }
      }
    }
    return true;
  }
  if (dict->attributes.empty() && !CheckType(dict->element, schema.index_value, at)) {
    diagnostics_.Report(diag::Kind::kKclType, at,
                        "expected schema index signature value type " + types_.Text(schema.index_value) +
                            ", got " + types_.Text(dict->element));
  }
  const bool all_fit = Fits(dict->element, schema.index_value);
  for (const DictAttribute& attribute : dict->attributes) {
    // `[str]: T` applies to all attributes, `[...str]: T` to undeclared ones. A declared attribute is checked
    // again when the instance is created.
    const Attribute* declared = schema.index_any_other ? schema.Find(attribute.name) : nullptr;
    if (declared) {
      CheckAssignable(attribute.type, declared->type, attribute.span, declared->span);
    } else if (!all_fit) {
      CheckAssignable(attribute.type, schema.index_value, attribute.span);
    }
  }
  return true;
}

}  // namespace kval::kcl::sema
