#include "src/check/fields.h"

#include "src/value/compare.h"

namespace kval::check {
namespace {

constexpr int kUnionDepthLimit = 64;

bool TakesKindAt(const types::Model& model, types::TypeId id, value::Kind kind, int depth) {
  const types::Type& type = model.Resolve(id);
  if (kind == value::Kind::kNull && type.nullable) {
    return true;
  }
  struct Visitor {
    const types::Model& model;
    value::Kind kind;
    int depth;
    bool operator()(const types::Any&) const { return true; }
    bool operator()(const types::Poison&) const { return true; }
    bool operator()(const types::Null&) const { return kind == value::Kind::kNull; }
    bool operator()(const types::Scalar& scalar) const {
      // An integer is a float; nothing else converts.
      return scalar.kind == kind || (scalar.kind == value::Kind::kFloat && kind == value::Kind::kInt);
    }
    bool operator()(const types::Literal& literal) const { return literal.value->kind == kind; }
    bool operator()(const types::List&) const { return kind == value::Kind::kSequence; }
    bool operator()(const types::Record&) const { return kind == value::Kind::kMapping; }
    bool operator()(const types::Union& choice) const {
      if (depth > kUnionDepthLimit) {
        return false;
      }
      for (types::TypeId arm : choice.arms) {
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

}  // namespace

const types::Field* FieldOf(const types::Model& model, const types::Record& record, const value::Value& key) {
  const Symbol name = key.kind == value::Kind::kString ? model.interner().Find(key.raw)
                                                       : model.interner().Find(value::KeyText(key));
  return name.has_value() ? record.Find(name) : nullptr;
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
    next_ = static_cast<size_t>(found - record_.fields.data()) + 1;
  }
  return found;
}

const types::KeyRule* KeyRuleOf(const types::Record& record, const value::Value& key,
                                const value::Value& mapping) {
  const diag::Path no_path;
  for (const types::KeyRule& rule : record.key_rules) {
    if (rule.allowed == nullptr || rule.allowed->Test(key, {&mapping, &mapping, &no_path}).holds()) {
      return &rule;
    }
  }
  return nullptr;
}

bool TakesKind(const types::Model& model, types::TypeId type, value::Kind kind) {
  return TakesKindAt(model, type, kind, 0);
}

bool Contradicts(const types::Model& model, types::TypeId type, const value::Value& value) {
  const auto* record = std::get_if<types::Record>(&model.Resolve(type).shape);
  if (record == nullptr || value.kind != value::Kind::kMapping) {
    return false;
  }
  for (const value::Entry& entry : value.entries()) {
    const types::Field* field = FieldOf(model, *record, *entry.key);
    const auto* literal =
        field == nullptr ? nullptr : std::get_if<types::Literal>(&model.Resolve(field->type).shape);
    if (literal != nullptr && !value::Equal(*entry.value, *literal->value)) {
      return true;
    }
  }
  return false;
}

}  // namespace kval::check
