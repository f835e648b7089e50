#include "src/check/fields.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "src/check/describe.h"
#include "src/support/edit_distance.h"
#include "src/value/compare.h"

namespace kval::check {
namespace {

constexpr int kUnionDepthLimit = 64;

bool TakesKindAt(const types::Model& model, types::TypeId id, value::Kind kind, int depth);

bool ShapeTakesKindAt(const types::Model& model, const types::Type& type, value::Kind kind, int depth) {
  struct Visitor {
    const types::Model& model;
    value::Kind kind;
    int depth;
    bool operator()(const types::Any&) const { return true; }
    bool operator()(const types::InvalidType&) const { return true; }
    bool operator()(const types::Never&) const { return false; }
    bool operator()(const types::Null&) const { return kind == value::Kind::kNull; }
    bool operator()(const types::Scalar& scalar) const {
      // An integer is a float; nothing else converts, but where 1.0 is an integer too.
      return scalar.kind == kind || (scalar.kind == value::Kind::kFloat && kind == value::Kind::kInt) ||
             (scalar.accepts_whole_floats && kind == value::Kind::kFloat);
    }
    bool operator()(const types::Literal& literal) const { return literal.value->kind == kind; }
    bool operator()(const types::List&) const { return kind == value::Kind::kSequence; }
    bool operator()(const types::Record&) const { return kind == value::Kind::kMapping; }
    bool operator()(const types::Union& choice) const {
      if (depth > kUnionDepthLimit) {
        return false;
      }
      for (types::TypeId arm : choice.variants) {
        if (TakesKindAt(model, arm, kind, depth + 1)) {
          return true;
        }
      }
      return false;
    }
    bool operator()(const types::Named& named) const {
      return TakesKindAt(model, named.target, kind, depth + 1);
    }
  };
  return std::visit(Visitor{model, kind, depth}, type.shape);
}

bool TakesKindAt(const types::Model& model, types::TypeId id, value::Kind kind, int depth) {
  const types::Type& type = model.Resolve(id);
  return type.ignores_other_kinds || (kind == value::Kind::kNull && type.nullable) ||
         ShapeTakesKindAt(model, type, kind, depth);
}

// The shape of the type, or of the only member of a union that has such a shape.
template <typename Shape>
const Shape* OnlyShape(const types::Model& model, types::TypeId id) {
  const types::Type& type = model.Resolve(id);
  const auto* choice = std::get_if<types::Union>(&type.shape);
  if (choice == nullptr) {
    return std::get_if<Shape>(&type.shape);
  }
  const Shape* found = nullptr;
  for (const types::TypeId arm : choice->variants) {
    if (const auto* shape = std::get_if<Shape>(&model.Resolve(arm).shape)) {
      if (found != nullptr) {
        return nullptr;
      }
      found = shape;
    }
  }
  return found;
}

}  // namespace

const types::Field* FieldOf(const types::Model& model, const types::Record& record, const value::Value& key) {
  const Symbol name = key.kind == value::Kind::kString ? model.interner().Find(key.raw)
                                                       : model.interner().Find(value::KeyText(key));
  return name.has_value() ? record.Find(name) : nullptr;
}

const types::Field* NearestField(const types::Model& model, const types::Record& record,
                                 const value::Value& key) {
  std::vector<std::string_view> names;
  for (const types::Field& field : record.fields) {
    if (field.key->kind == value::Kind::kString) {
      names.push_back(field.key->raw);
    }
  }
  const std::string_view nearest = Nearest(KeyName(key), names);
  return nearest.empty() ? nullptr : record.Find(model.interner().Find(nearest));
}

const types::Field* FieldCursor::Find(const value::Value& key) {
  if (next_ < record_.fields.size()) {
    const types::Field& next = record_.fields[next_];
    if (next.key != nullptr &&
        (next.key == &key || (next.key->kind == value::Kind::kString && key.kind == value::Kind::kString &&
                              next.key->raw == key.raw))) {
      ++next_;
      return &next;
    }
  }
  const types::Field* found = FieldOf(model_, record_, key);
  if (found != nullptr) {
    next_ = static_cast<size_t>(found - record_.fields.begin()) + 1;
  }
  return found;
}

types::PredicateResult EvaluateKeyRule(const types::KeyRule& rule, const value::Value& key,
                                       const value::Value& mapping) {
  const diag::Path no_path;
  return rule.allowed == nullptr ? types::PredicateResult()
                                 : rule.allowed->Test(key, {&mapping, &mapping, &no_path});
}

types::PredicateResult EvaluateKeyCount(const types::KeyRule& rule, int64_t count,
                                        const value::Value& mapping) {
  types::PredicateResult verdict;
  const bool is_listed = std::any_of(rule.counts.begin(), rule.counts.end(),
                                     [&](const types::Count& c) { return c.Allows(count); });
  if (is_listed || (rule.counts.empty() && rule.count_predicate == nullptr)) {
    return verdict;
  }
  if (rule.count_predicate == nullptr) {
    verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
    return verdict;
  }
  const diag::Path no_path;
  value::Value number;
  number.kind = value::Kind::kInt;
  number.integer = count;
  return rule.count_predicate->Test(number, {&mapping, &mapping, &no_path});
}

bool Allows(const types::KeyRule& rule, const value::Value& key, const value::Value& mapping) {
  return EvaluateKeyRule(rule, key, mapping).holds();
}

const types::KeyRule* KeyRuleOf(const types::Record& record, const value::Value& key,
                                const value::Value& mapping) {
  return record.key_rules.empty() ? nullptr : KeyRuleOf(record, record.KeyRulesFor(key), key, mapping);
}

const types::KeyRule* KeyRuleOf(const types::Record& record, const types::CandidateKeyRules& requested,
                                const value::Value& key, const value::Value& mapping) {
  for (size_t n = 0; n < requested.size(); ++n) {
    if (Allows(record.key_rules[requested[n]], key, mapping)) {
      return &record.key_rules[requested[n]];
    }
  }
  return nullptr;
}

bool AcceptsKind(const types::Model& model, types::TypeId type, value::Kind kind) {
  return TakesKindAt(model, type, kind, 0);
}

bool ShapeAcceptsKind(const types::Model& model, types::TypeId type, value::Kind kind) {
  return ShapeTakesKindAt(model, model.Resolve(type), kind, 0);
}

const types::Record* OnlyRecord(const types::Model& model, types::TypeId id) {
  return OnlyShape<types::Record>(model, id);
}

const types::List* OnlyList(const types::Model& model, types::TypeId id) {
  return OnlyShape<types::List>(model, id);
}

}  // namespace kval::check
