#include "src/check/type_binding.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "src/check/fields.h"
#include "src/check/validator.h"
#include "src/support/native_stack.h"

namespace kval::check {
namespace {

// What leads to a child from the types of its parent.
struct ChildBinding {
  std::vector<types::TypeId> types;
  std::vector<const types::Field*> fields;
  std::vector<const types::KeyRule*> key_rules;
};

bool IsAt(source::Span span, uint32_t offset) {
  return span.has_value() && offset >= span.begin && offset <= span.end;
}

// From the document to the place.
class BindingWalk {
 public:
  BindingWalk(const types::Model& model, ValidationState& worker, uint32_t offset, BindingPurpose purpose)
      : model_(model),
        worker_(worker),
        validator_(model, worker, {}, nullptr),
        offset_(offset),
        purpose_(purpose) {}

  // The offset may be the end of one value and the start of the next: the deepest wins, then the first.
  std::optional<TypeBinding> Find(const value::Value& document, types::TypeId type) {
    Visit(ValueCursor::Document(document), {{type}, {}, {}}, nullptr, {});
    return std::move(found_);
  }

 private:
  bool IsThere(const value::Value* key, const value::Value& value) const {
    return IsAt(value.span, offset_) || (key != nullptr && IsAt(key->span, offset_));
  }

  void Visit(const ValueCursor& at, ChildBinding ways, const value::Value* holder,
             const std::vector<types::TypeId>& holder_types) {
    NeedStack();
    TypeBinding matched{at.value, at.key, at.path(), {}, std::move(ways.fields), std::move(ways.key_rules),
                        holder};
    std::unordered_set<int32_t> known;
    for (types::TypeId type : ways.types) {
      Add(at, type, matched.types, known);
    }
    const std::vector<types::TypeId> types = matched.types;
    const bool is_there = IsThere(at.key, *at.value);
    if (is_there && (!found_ || matched.path.size() > found_->path.size())) {
      found_ = std::move(matched);
      found_->holder_types = holder_types;
    }
    if (at.value->kind == value::Kind::kMapping) {
      Entries(at, types);
    } else if (at.value->kind == value::Kind::kSequence) {
      Items(at, types);
    }
  }

  // Adds a type and all types about the same value, each once.
  void Add(const ValueCursor& at, types::TypeId id, std::vector<types::TypeId>& matched,
           std::unordered_set<int32_t>& known) {
    std::vector<types::TypeId> left = {id};
    while (!left.empty()) {
      const types::TypeId next = left.back();
      left.pop_back();
      if (!known.insert(next.index).second) {
        continue;
      }
      matched.push_back(next);
      const types::Type& type = model_.Resolve(next);
      if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
        AddMember(at, *choice, left);
      }
      for (types::RuleId rule : type.rules) {
        if (const auto* assertion = std::get_if<types::Assertion>(&model_.Get(rule).test)) {
          AddOperands(at, *assertion, left);
        }
      }
    }
  }

  void AddMember(const ValueCursor& at, const types::Union& choice, std::vector<types::TypeId>& left) {
    std::vector<types::TypeId> suggested = Open(at, choice.variants);
    if (suggested.empty()) {
      for (types::TypeId arm : choice.variants) {
        if (validator_.Fits(at, arm)) {
          left.push_back(arm);
          return;
        }
      }
      suggested = Unmatched(at, choice.variants);
    }
    left.insert(left.end(), suggested.begin(), suggested.end());
  }

  // The alternatives that remain possible for a value whose key, or which itself, is about to be chosen;
  // empty for other values.
  std::vector<types::TypeId> Open(const ValueCursor& at, const std::vector<types::TypeId>& types) {
    if (purpose_ == BindingPurpose::kChooseValue && !at.value->is_collection() &&
        IsAt(at.value->span, offset_)) {
      return types;
    }
    if (purpose_ != BindingPurpose::kChooseKey || at.value->kind != value::Kind::kMapping) {
      return {};
    }
    const auto entries = at.value->entries();
    const auto chosen = std::find_if(entries.begin(), entries.end(), [this](const value::Entry& entry) {
      return IsAt(entry.key->span, offset_);
    });
    return chosen == entries.end() ? std::vector<types::TypeId>() : ByOtherKeys(at, *chosen, types);
  }

  // Of the types that the map does not contradict: those that declare most of its keys, without the chosen
  // one.
  std::vector<types::TypeId> ByOtherKeys(const ValueCursor& at, const value::Entry& chosen,
                                         const std::vector<types::TypeId>& types) {
    std::vector<types::TypeId> closest;
    size_t most = 0;
    for (const types::TypeId type : validator_.LikelyVariants(*at.value, types)) {
      const auto* record = std::get_if<types::Record>(&model_.Resolve(type).shape);
      size_t declared = 0;
      for (const value::Entry& entry : at.value->entries()) {
        worker_.Spend(1);
        declared += &entry != &chosen && record != nullptr && FieldOf(model_, *record, *entry.key) != nullptr;
      }
      if (declared > most) {
        closest.clear();
        most = declared;
      }
      if (declared == most) {
        closest.push_back(type);
      }
    }
    return closest;
  }

  // The alternatives of a value that fits none.
  std::vector<types::TypeId> Unmatched(const ValueCursor& at, const std::vector<types::TypeId>& types) {
    std::vector<types::TypeId> likely = validator_.LikelyVariants(*at.value, types);
    return likely.empty() && purpose_ == BindingPurpose::kChooseValue ? types : likely;
  }

  void AddOperands(const ValueCursor& at, const types::Assertion& assertion,
                   std::vector<types::TypeId>& left) {
    if (const auto* all = std::get_if<types::AllOf>(&assertion)) {
      left.insert(left.end(), all->types.rbegin(), all->types.rend());
    } else if (const auto* any = std::get_if<types::AnyOf>(&assertion)) {
      AddThoseThatHold(at, any->types, left);
    } else if (const auto* one = std::get_if<types::ExactlyOne>(&assertion)) {
      AddThoseThatHold(at, one->types, left);
    } else if (const auto* choice = std::get_if<types::IfThenElse>(&assertion)) {
      const types::TypeId branch = validator_.Holds(at, choice->condition) ? choice->then : choice->otherwise;
      if (branch.has_value()) {
        left.push_back(branch);
      }
    } else if (const auto* dependent = std::get_if<types::DependentType>(&assertion)) {
      if (worker_.EntryOf(*at.value, dependent->key) != nullptr) {
        left.push_back(dependent->type);
      }
    }
  }

  void AddThoseThatHold(const ValueCursor& at, const std::vector<types::TypeId>& types,
                        std::vector<types::TypeId>& left) {
    std::vector<types::TypeId> those = Open(at, types);
    if (!those.empty()) {
      left.insert(left.end(), those.rbegin(), those.rend());
      return;
    }
    std::copy_if(types.begin(), types.end(), std::back_inserter(those),
                 [&](types::TypeId type) { return validator_.Holds(at, type); });
    if (those.empty()) {
      those = Unmatched(at, types);
    }
    left.insert(left.end(), those.rbegin(), those.rend());
  }

  void Entries(const ValueCursor& at, const std::vector<types::TypeId>& types) {
    for (const value::Entry& entry : at.value->entries()) {
      if (!IsThere(entry.key, *entry.value)) {
        continue;
      }
      ChildBinding ways;
      for (types::TypeId type : types) {
        if (const auto* record = std::get_if<types::Record>(&model_.Resolve(type).shape)) {
          AddWays(*record, *entry.key, *at.value, ways);
        }
      }
      Visit(at.Entry(entry), std::move(ways), at.value, types);
    }
  }

  void AddWays(const types::Record& record, const value::Value& key, const value::Value& map,
               ChildBinding& ways) {
    const types::Field* field = FieldOf(model_, record, key);
    bool is_matched = field != nullptr;
    if (field != nullptr) {
      ways.fields.push_back(field);
      ways.types.push_back(field->type);
    }
    const types::CandidateKeyRules requested = record.KeyRulesFor(key);
    for (size_t n = 0; n < requested.size(); ++n) {
      const types::KeyRule& rule = record.key_rules[requested[n]];
      if ((rule.additional || !is_matched) && Allows(rule, key, map)) {
        is_matched = true;
        ways.key_rules.push_back(&rule);
        ways.types.push_back(rule.value);
      }
    }
  }

  void Items(const ValueCursor& at, const std::vector<types::TypeId>& types) {
    for (size_t i = 0; i < at.value->items().size(); ++i) {
      if (!IsThere(nullptr, *at.value->items()[i])) {
        continue;
      }
      ChildBinding ways;
      for (types::TypeId type : types) {
        const auto* list = std::get_if<types::List>(&model_.Resolve(type).shape);
        if (list != nullptr && (i < list->prefix.size() || !list->open)) {
          ways.types.push_back(i < list->prefix.size() ? list->prefix[i] : list->item);
        }
      }
      Visit(at.Item(i), std::move(ways), at.value, types);
    }
  }

  const types::Model& model_;
  ValidationState& worker_;
  Validator validator_;
  uint32_t offset_;
  BindingPurpose purpose_;
  std::optional<TypeBinding> found_;
};

}  // namespace

std::vector<const types::Rule*> TypeBinding::Rules(const types::Model& model) const {
  std::vector<const types::Rule*> rules;
  for (types::TypeId type : types) {
    for (types::RuleId id : model.Resolve(type).rules) {
      if (model.Get(id).Sees(value->kind)) {
        rules.push_back(&model.Get(id));
      }
    }
  }
  return rules;
}

std::optional<TypeBinding> FindBindingAt(const value::Value& document, const types::Model& model,
                                         ValidationState& worker, uint32_t offset, BindingPurpose purpose) {
  return FindBindingAt(document, model.root().type, model, worker, offset, purpose);
}

std::optional<TypeBinding> FindBindingAt(const value::Value& document, types::TypeId type,
                                         const types::Model& model, ValidationState& worker, uint32_t offset,
                                         BindingPurpose purpose) {
  return BindingWalk(model, worker, offset, purpose).Find(document, type);
}

}  // namespace kval::check
