#include "schemas/crd/rules/rule_estimates.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

#include "schemas/crd/rules/crd_rule.h"
#include "schemas/crd/rules/rule_costs.h"
#include "schemas/crd/rules/schema_positions.h"
#include "schemas/crd/rules/schema_sizes.h"
#include "src/lang/cel/size_range.h"

namespace kval::schemas::crd::rules {
namespace {

constexpr std::array<uint64_t, 21> kRoundValues = {
    1, 2, 4, 8, 10, 16, 20, 32, 50, 64, 100, 128, 256, 500, 512, 1000, 1024, 4096, 10000, 65536, 262144};

std::string_view TextOf(const value::Value* value) {
  return value != nullptr && value->kind == value::Kind::kString ? value->raw : std::string_view();
}

// The keyword that would bound the values of a schema; empty if they are bounded.
std::string_view MissingBound(const value::Value& schema) {
  const SchemaNode node(&schema, false);
  const std::string_view keyword =
      node.type() == "array"                                                          ? "maxItems"
      : node.type() == "object" && node.additional_properties() != nullptr            ? "maxProperties"
      : node.is_int_or_string()                                                       ? "maxLength"
      : node.type() == "string" && (node.format().empty() || node.format() == "byte") ? "maxLength"
                                                                                      : "";
  const bool is_enumeration = keyword == "maxLength" && value::Find(schema, "enum") != nullptr;
  return keyword.empty() || is_enumeration || value::Find(schema, keyword) != nullptr ? "" : keyword;
}

// Sizes of a rule's values. Records the unbounded values that the estimation reads, and can bound one.
class BoundableSizes final : public cel::SizeSource {
 public:
  explicit BoundableSizes(const SchemaSizeSource& sizes) : sizes_(sizes) {}

  std::optional<cel::SizeRange> Of(std::span<const std::string_view> path) const override {
    std::optional<cel::SizeRange> range = sizes_.Of(path);
    const value::Value* schema = range ? sizes_.SchemaAt(path) : nullptr;
    const std::string_view keyword = schema == nullptr ? std::string_view() : MissingBound(*schema);
    if (!keyword.empty()) {
      asked_.emplace(schema, FieldBelow(path));
      if (schema == bounded_) {
        constexpr uint64_t kBytesOfCharacter = 4;
        range->max = keyword == "maxLength" ? cel::CappedProduct(bound_, kBytesOfCharacter) : bound_;
      }
    }
    return range;
  }

  void Bound(const value::Value* schema, uint64_t bound) {
    bounded_ = schema;
    bound_ = bound;
  }
  const std::map<const value::Value*, std::string>& asked() const { return asked_; }

 private:
  static std::string FieldBelow(std::span<const std::string_view> path) {
    std::string field;
    for (const std::string_view step : path.subspan(1)) {
      field += step == "@items" ? "[]" : step == "@values" ? "[*]" : "." + std::string(step);
    }
    return field;
  }

  const SchemaSizeSource& sizes_;
  mutable std::map<const value::Value*, std::string> asked_;  // with the fields below the rule's value
  const value::Value* bounded_ = nullptr;
  uint64_t bound_ = 0;
};

class Estimator {
 public:
  Estimator(const value::Value& schema, const diag::Path& path) : places_(schema, path) {}

  std::vector<RuleEstimate> Run() {
    for (size_t i = 0; i < places_.size(); ++i) {
      const value::Value* rules = value::Find(*places_[i].schema, "x-kubernetes-validations");
      if (rules != nullptr && rules->kind == value::Kind::kSequence) {
        for (size_t item = 0; item < rules->items().size(); ++item) {
          AddRule(*rules->items()[item], i, item);
        }
      }
      places_.Expand(i);
    }
    return std::move(estimates_);
  }

 private:
  void AddRule(const value::Value& item, size_t at, size_t position) {
    ValidationRule validation;
    validation.rule_value = item.kind == value::Kind::kMapping ? value::Find(item, "rule") : nullptr;
    validation.rule = TextOf(validation.rule_value);
    if (validation.rule.empty()) {
      return;
    }
    validation.message_expression_value = value::Find(item, "messageExpression");
    validation.message_expression = TextOf(validation.message_expression_value);
    const value::Value* optional = value::Find(item, "optionalOldSelf");
    validation.optional_old_self =
        optional != nullptr && optional->kind == value::Kind::kBool && optional->boolean;
    validation.schema = places_[at].schema;
    validation.is_root = at == 0;
    std::vector<RuleError> errors;
    const CrdRule rule(validation, errors);
    if (!errors.empty()) {
      RuleEstimate invalid{errors.front().at, places_.PathOfRule(at, position, "rule"), places_.FieldOf(at)};
      invalid.error = errors.front().message;
      estimates_.push_back(std::move(invalid));
      return;
    }
    const SchemaSizeSource sizes(SchemaNode(validation.schema, validation.is_root), sizes_);
    const uint64_t most = sizes.MaxOccurrences();
    Add(
        {validation.rule_value, places_.PathOfRule(at, position, "rule"), places_.FieldOf(at)}, at, sizes,
        [&](const cel::SizeSource& given) { return rule.EstimatedCost(given); }, most);
    if (validation.message_expression_value != nullptr) {
      Add(
          {validation.message_expression_value, places_.PathOfRule(at, position, "messageExpression"),
           places_.FieldOf(at)},
          std::nullopt, sizes, [&](const cel::SizeSource& given) { return rule.EstimatedMessageCost(given); },
          1);
    }
  }

  using CostOf = std::function<uint64_t(const cel::SizeSource&)>;
  struct Driver {
    RuleEstimate::UnboundedValue value;
    std::function<uint64_t(uint64_t bound)> cost_with;
  };

  // `at`: the place of the rule; nullopt for a message, which is computed once. `most`: the number of values
  // if an enclosing list or map is not bounded.
  void Add(RuleEstimate estimate, std::optional<size_t> at, const SchemaSizeSource& sizes,
           const CostOf& cost_of, uint64_t most) {
    BoundableSizes boundable(sizes);
    const uint64_t times = !at ? 1 : places_[*at].times.value_or(most);
    const uint64_t once = cost_of(boundable);
    estimate.cost = cel::CappedProduct(once, times);
    std::vector<Driver> drivers;
    const std::map<const value::Value*, std::string> asked = boundable.asked();
    for (const auto& entry : asked) {
      const value::Value* schema = entry.first;
      const auto bounded = [&boundable, &cost_of, schema, times](uint64_t bound) {
        boundable.Bound(schema, bound);
        return cel::CappedProduct(cost_of(boundable), times);
      };
      drivers.push_back({{Joined(estimate.field, entry.second), MissingBound(*schema), bounded(1)}, bounded});
    }
    if (at && !places_[*at].times) {
      const auto bounded = [this, once, at](uint64_t bound) {
        return cel::CappedProduct(once, TimesWith(*at, bound));
      };
      drivers.push_back({Enclosing(*at), bounded});
      drivers.back().value.cost = bounded(1);
    }
    std::erase_if(drivers, [&](const Driver& driver) { return driver.value.cost >= estimate.cost; });
    std::stable_sort(drivers.begin(), drivers.end(),
                     [](const Driver& a, const Driver& b) { return a.value.cost < b.value.cost; });
    if (estimate.cost > kMostCostOfExpression && !drivers.empty()) {
      for (const uint64_t bound : kRoundValues) {
        if (drivers.front().cost_with(bound) <= kMostCostOfExpression) {
          estimate.remedy = bound;
        }
      }
    }
    for (Driver& driver : drivers) {
      estimate.drivers.push_back(std::move(driver.value));
    }
    estimates_.push_back(std::move(estimate));
  }

  static std::string Joined(const std::string& field, const std::string& below) {
    return field.empty() && below.starts_with('.') ? below.substr(1) : field + below;
  }

  // The number of values if all unbounded enclosing lists and maps had the bound.
  uint64_t TimesWith(size_t at, uint64_t bound) const {
    uint64_t times = 1;
    for (; !places_[at].keyword.empty(); at = places_[at].parent) {
      const value::Value& holder = *places_[places_[at].parent].schema;
      times = cel::CappedProduct(times, MaxElements(holder).value_or(bound));
    }
    return times;
  }

  // The unbounded lists and maps around a place.
  RuleEstimate::UnboundedValue Enclosing(size_t at) const {
    RuleEstimate::UnboundedValue value{};
    for (; !places_[at].keyword.empty(); at = places_[at].parent) {
      const size_t parent = places_[at].parent;
      if (!MaxElements(*places_[parent].schema)) {
        const std::string field = places_.FieldOf(parent);
        value.field = field + (value.field.empty() ? "" : ", " + value.field);
        value.keyword = places_[at].keyword == "items" ? "maxItems" : "maxProperties";
      }
    }
    return value;
  }

  SchemaSizes sizes_;
  SchemaPositions places_;
  std::vector<RuleEstimate> estimates_;
};

}  // namespace

std::vector<RuleEstimate> EstimateRules(const value::Value& schema, const diag::Path& path) {
  return Estimator(schema, path).Run();
}

}  // namespace kval::schemas::crd::rules
