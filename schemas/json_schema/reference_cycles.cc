#include "schemas/json_schema/reference_cycles.h"

#include <algorithm>
#include <unordered_set>
#include <variant>

#include "src/types/assertion.h"

namespace kval::schemas::json_schema {
namespace {

constexpr diag::Def<> kCycle{diag::Kind::kBadReference, "this reference is a cycle"};
constexpr diag::Def<> kNoEnd{diag::Kind::kBadReference,
                             "this reference is a cycle: it applies its own schema to the same value"};

// Returns the types that a type applies to the same value.
std::vector<types::TypeId> TypesOfSameValue(const types::Model& model, types::TypeId id) {
  const types::Type& type = model.Get(id);
  std::vector<types::TypeId> requested;
  if (const auto* named = std::get_if<types::Named>(&type.shape)) {
    requested.push_back(named->target);
  } else if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
    requested = choice->variants;
  }
  for (const types::RuleId rule : type.rules) {
    const auto* assertion = std::get_if<types::Assertion>(&model.Get(rule).test);
    const bool is_of_parts = assertion == nullptr || std::holds_alternative<types::Contains>(*assertion) ||
                             std::holds_alternative<types::KeyNames>(*assertion) ||
                             std::holds_alternative<types::UnevaluatedKeys>(*assertion) ||
                             std::holds_alternative<types::UnevaluatedItems>(*assertion);
    if (is_of_parts) {
      continue;
    }
    for (const types::Operand& operand : types::OperandsOf(*assertion)) {
      if (operand.type.has_value()) {
        requested.push_back(operand.type);
      }
    }
  }
  return requested;
}

// Walks the types from one on, each once, without recursion; `close` gets the chain that each cycle is.
class SameValueWalk {
 public:
  explicit SameValueWalk(const types::Model& model) : model_(model) {}

  template <typename Close>
  void From(types::TypeId start, const Close& close) {
    Enter(start);
    while (!chain_.empty()) {
      Step& top = chain_.back();
      if (top.next == top.requested.size()) {
        place_[top.type.index] = kDone;
        chain_.pop_back();
        continue;
      }
      const types::TypeId next = top.requested[top.next++];
      const auto known = place_.find(next.index);
      if (known == place_.end()) {
        Enter(next);
      } else if (known->second != kDone) {
        std::vector<types::TypeId> cycle;
        for (size_t i = known->second; i < chain_.size(); ++i) {
          cycle.push_back(chain_[i].type);
        }
        close(cycle);
      }
    }
  }

 private:
  struct Step {
    types::TypeId type;
    std::vector<types::TypeId> requested;
    size_t next = 0;
  };
  static constexpr size_t kDone = SIZE_MAX;

  void Enter(types::TypeId type) {
    if (place_.try_emplace(type.index, chain_.size()).second) {
      chain_.push_back({type, TypesOfSameValue(model_, type)});
    }
  }

  const types::Model& model_;
  std::unordered_map<int32_t, size_t> place_;  // in the chain
  std::vector<Step> chain_;
};

void Poison(types::TypeId type, types::Model& model) {
  types::Type poison;
  poison.shape = types::InvalidType{};
  model.Define(type, std::move(poison));
}

// Where the parts of a type continue: keys, items, alternatives, operands of assertions.
void AddParts(const types::Type& type, const types::Model& model, std::vector<types::TypeId>& parts) {
  if (const auto* named = std::get_if<types::Named>(&type.shape)) {
    parts.push_back(named->target);
  } else if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
    parts.insert(parts.end(), choice->variants.begin(), choice->variants.end());
  } else if (const auto* list = std::get_if<types::List>(&type.shape)) {
    parts.push_back(list->item);
  } else if (const auto* record = std::get_if<types::Record>(&type.shape)) {
    for (const types::Field& field : record->fields) {
      parts.push_back(field.type);
    }
    for (const types::KeyRule& rule : record->key_rules) {
      parts.push_back(rule.value);
    }
  }
  for (const types::RuleId rule : type.rules) {
    if (const auto* assertion = std::get_if<types::Assertion>(&model.Get(rule).test)) {
      for (const types::Operand& operand : types::OperandsOf(*assertion)) {
        parts.push_back(operand.type);
      }
    }
  }
}

// The types that a document of the type `root` can come to.
class Reachable {
 public:
  Reachable(types::TypeId root, const types::Model& model) {
    std::vector<types::TypeId> waiting = {root};
    while (!waiting.empty()) {
      const types::TypeId next = waiting.back();
      waiting.pop_back();
      if (next.has_value() && found_.insert(next.index).second) {
        AddParts(model.Get(next), model, waiting);
      }
    }
  }

  // A cycle that no document comes to keeps nothing from being validated.
  diag::Severity SeverityAt(types::TypeId type) const {
    return found_.contains(type.index) ? diag::Severity::kError : diag::Severity::kWarning;
  }

 private:
  std::unordered_set<int32_t> found_;
};

void ReportCyclesOfNames(const std::vector<std::pair<types::TypeId, source::Span>>& names,
                         const Reachable& reachable, types::Model& model, diag::Emitter& emit) {
  constexpr size_t kSettled = SIZE_MAX;
  std::unordered_map<int32_t, size_t> order;  // of the names that are not settled, by their types
  for (size_t i = 0; i < names.size(); ++i) {
    order.try_emplace(names[i].first.index, i);
  }
  std::unordered_map<int32_t, size_t> at;  // position in the chain; settled: the chain ends
  std::vector<size_t> chain;
  for (const auto& name : names) {
    chain.clear();
    types::TypeId next = name.first;
    const types::Named* named = std::get_if<types::Named>(&model.Get(next).shape);
    while (named != nullptr && at.try_emplace(next.index, chain.size()).second) {
      chain.push_back(order.at(next.index));
      next = named->target;
      named = std::get_if<types::Named>(&model.Get(next).shape);
    }
    if (named != nullptr && at[next.index] != kSettled) {
      // At the first of its references, so that references into the cycle are not reported.
      const auto& first =
          names[*std::min_element(chain.begin() + static_cast<ptrdiff_t>(at[next.index]), chain.end())];
      emit.Report(first.second, kCycle).As(reachable.SeverityAt(first.first)).Emit();
      Poison(first.first, model);
    }
    for (const size_t passed : chain) {
      at[names[passed].first.index] = kSettled;
    }
  }
}

void ReportCyclesOfSameValue(std::unordered_map<int32_t, source::Span> references,
                             const std::vector<types::TypeId>& types, const Reachable& reachable,
                             types::Model& model, diag::Emitter& emit) {
  std::vector<types::TypeId> broken;
  SameValueWalk walk(model);
  const auto close = [&](const std::vector<types::TypeId>& cycle) {
    // A cycle has a reference in it, for schemas are written as trees.
    const auto first = std::min_element(cycle.begin(), cycle.end(), [&](types::TypeId a, types::TypeId b) {
      const auto place = [&](types::TypeId type) {
        const auto found = references.find(type.index);
        return found == references.end() ? UINT32_MAX : found->second.begin;
      };
      return place(a) < place(b);
    });
    const auto reference = references.find(first->index);
    if (reference != references.end()) {
      emit.Report(reference->second, kNoEnd)
          .As(reachable.SeverityAt(*first))
          .Hint("move it below `properties` or `items`, which apply to a nested value")
          .Emit();
      broken.push_back(*first);
      references.erase(reference);
    }
  };
  for (const types::TypeId type : types) {
    walk.From(type, close);
  }
  for (const types::TypeId type : broken) {
    Poison(type, model);
  }
}

}  // namespace

void ReportCycles(LoweredReferences references, const std::vector<types::TypeId>& types, types::TypeId root,
                  types::Model& model, diag::Emitter& emit) {
  const Reachable reachable(root, model);
  ReportCyclesOfNames(references.names, reachable, model, emit);
  ReportCyclesOfSameValue(std::move(references.first), types, reachable, model, emit);
}

}  // namespace kval::schemas::json_schema
