#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "src/check/checker.h"
#include "src/check/describe.h"
#include "src/check/fields.h"
#include "src/check/shape_faults.h"
#include "src/diag/collector.h"
#include "src/value/compare.h"

namespace kval::check {
namespace {

constexpr int kDepthLimit = 2000;

class ShapeChecker {
 public:
  ShapeChecker(const types::Model& model, const Options& options, Poisoned& poisoned, diag::Emitter& emit)
      : model_(model),
        poisoned_(poisoned),
        partial_(options.partial),
        faults_(model, options, poisoned, emit) {}

  bool Run(const value::Value& value, types::TypeId type) {
    Visit(nullptr, value, type, 0);
    return ok_;
  }

 private:
  void Fail(const value::Value& value) {
    ok_ = false;
    poisoned_.Add(&value);
  }

  void Visit(const value::Value* key, const value::Value& value, types::TypeId id, int depth) {
    if (poisoned_.Holds(&value)) {
      ok_ = false;
      return;
    }
    const types::Type& type = model_.Resolve(id);
    if (depth > kDepthLimit || (value.kind == value::Kind::kNull && type.nullable)) {
      return;
    }
    struct Visitor {
      ShapeChecker& self;
      const Place& at;
      types::TypeId id;
      const types::Type& type;
      int depth;
      void operator()(const types::Any&) const {}
      void operator()(const types::Poison&) const {}
      void operator()(const types::Null&) const { self.Kind(at, id, type); }
      void operator()(const types::Scalar&) const { self.Kind(at, id, type); }
      void operator()(const types::Literal& literal) const { self.Literal(at, id, type, literal); }
      void operator()(const types::List& list) const { self.List(at, id, type, list, depth); }
      void operator()(const types::Record& record) const { self.Record(at, id, type, record, depth); }
      void operator()(const types::Union& choice) const { self.Union(at, id, type, choice, depth); }
      void operator()(const types::Named&) const {}
    };
    const Place at{key, &value, &path_};
    const bool was_ok = std::exchange(ok_, true);
    std::visit(Visitor{*this, at, id, type, depth}, type.shape);
    if (!ok_ && value.is_collection()) {
      poisoned_.AddPartOf(&value);
    }
    ok_ = ok_ && was_ok;
  }

  // False, and reported, when the value is of a kind that the type does not take.
  bool Kind(const Place& at, types::TypeId id, const types::Type& type) {
    if (TakesKind(model_, id, at.value->kind)) {
      return true;
    }
    faults_.Mismatch(at, id, type);
    Fail(*at.value);
    return false;
  }

  void Literal(const Place& at, types::TypeId id, const types::Type& type, const types::Literal& literal) {
    if (!value::Equal(*at.value, *literal.value) || at.value->kind != literal.value->kind) {
      faults_.Mismatch(at, id, type);
      Fail(*at.value);
    }
  }

  void List(const Place& at, types::TypeId id, const types::Type& type, const types::List& list, int depth) {
    if (!Kind(at, id, type)) {
      return;
    }
    const auto items = at.value->items();
    for (size_t i = 0; i < items.size(); ++i) {
      path_.push_back(diag::PathStep::Index(i));
      Visit(nullptr, *items[i], list.item, depth + 1);
      path_.pop_back();
    }
  }

  void Record(const Place& at, types::TypeId id, const types::Type& type, const types::Record& record,
              int depth) {
    if (!Kind(at, id, type)) {
      return;
    }
    std::vector<bool> present(record.fields.size());
    std::vector<int64_t> matches(record.key_rules.size());
    std::vector<const value::Value*> unknown;
    FieldCursor fields(model_, record);
    for (const value::Entry& entry : at.value->entries()) {
      types::TypeId child;
      if (const types::Field* field = fields.Find(*entry.key)) {
        present[static_cast<size_t>(field - record.fields.data())] = true;
        child = field->type;
      } else if (const types::KeyRule* rule = KeyRuleOf(record, *entry.key, *at.value)) {
        ++matches[static_cast<size_t>(rule - record.key_rules.data())];
        child = rule->value;
      } else {
        if (!record.open) {
          unknown.push_back(entry.key);
        }
        continue;
      }
      path_.push_back(StepOf(*entry.key));
      Visit(entry.key, *entry.value, child, depth + 1);
      path_.pop_back();
    }
    Unknown(at, type, record, unknown, present);
    if (!partial_) {
      Missing(at, record, present);
    }
    if (unknown.empty()) {
      // A key that was refused may be the one that is missing in the count.
      Counts(at, record, matches);
    }
  }

  void Unknown(const Place& at, const types::Type& type, const types::Record& record,
               const std::vector<const value::Value*>& keys, std::vector<bool>& present) {
    for (const value::Value* key : keys) {
      ok_ = false;
      poisoned_.Add(key);
      // A misspelt key is one mistake: the key that was meant is not missing as well.
      if (const types::Field* meant = faults_.UnknownKey(at, *key, type, record)) {
        present[static_cast<size_t>(meant - record.fields.data())] = true;
      }
    }
  }

  void Missing(const Place& at, const types::Record& record, const std::vector<bool>& present) {
    for (size_t i = 0; i < record.fields.size(); ++i) {
      if (!present[i] && record.fields[i].presence == types::Presence::kRequired) {
        ok_ = false;
        faults_.MissingKey(at, record.fields[i]);
      }
    }
  }

  void Counts(const Place& at, const types::Record& record, const std::vector<int64_t>& matches) {
    for (size_t i = 0; i < record.key_rules.size(); ++i) {
      const types::KeyRule& rule = record.key_rules[i];
      if (!CountHolds(rule, matches[i], at)) {
        ok_ = false;
        faults_.KeyCount(at, rule, matches[i]);
      }
    }
  }

  static bool CountHolds(const types::KeyRule& rule, int64_t count, const Place& at) {
    if (rule.count_predicate != nullptr) {
      value::Value number;
      number.kind = value::Kind::kInt;
      number.integer = count;
      if (rule.count_predicate->Test(number, {at.value, at.value, at.path}).holds()) {
        return true;
      }
      if (rule.counts.empty()) {
        return false;
      }
    }
    return rule.counts.empty() || std::any_of(rule.counts.begin(), rule.counts.end(),
                                              [&](const types::Count& c) { return c.Allows(count); });
  }

  void Union(const Place& at, types::TypeId id, const types::Type& type, const types::Union& choice,
             int depth) {
    std::vector<types::TypeId> of_kind;
    for (types::TypeId arm : choice.arms) {
      if (!TakesKind(model_, arm, at.value->kind)) {
        continue;
      }
      if (Fits(*at.value, arm, model_)) {
        return;
      }
      of_kind.push_back(arm);
    }
    std::vector<types::TypeId> meant = of_kind;
    std::erase_if(meant, [&](types::TypeId arm) { return Contradicts(model_, arm, *at.value); });
    if (meant.size() == 1 && at.value->is_collection()) {
      // Only one arm is meant for this value: what is wrong with it says more than "no arm fits".
      Visit(at.key, *at.value, meant.front(), depth + 1);
      return;
    }
    if (partial_ && !meant.empty() && at.value->is_collection()) {
      // What tells the arms apart may still be merged.
      return;
    }
    if (of_kind.empty()) {
      faults_.Mismatch(at, id, type);
    } else {
      faults_.NoArm(at, id, type, Reasons(*at.value, of_kind));
    }
    Fail(*at.value);
  }

  // Why each arm does not fit, in a line.
  std::vector<std::string> Reasons(const value::Value& value, const std::vector<types::TypeId>& arms) const {
    constexpr size_t kMost = 8;
    std::vector<std::string> reasons;
    for (size_t i = 0; value.is_collection() && i < std::min(arms.size(), kMost); ++i) {
      diag::Collector collector;
      diag::Emitter emit(&collector);
      Poisoned poisoned;
      ShapeChecker(model_, {}, poisoned, emit).Run(value, arms[i]);
      const auto* record = std::get_if<types::Record>(&model_.Resolve(arms[i]).shape);
      const bool is_named = record != nullptr && record->schema.has_value();
      std::string reason = "it is no " + (is_named ? std::string(model_.interner().Text(*record->schema))
                                                   : types::TypeName(model_, arms[i]));
      if (!collector.diagnostics().empty()) {
        const diag::Diagnostic& first = collector.diagnostics().front();
        const std::string path = diag::Display(first.path);
        reason += ": " + path + (path.empty() ? "" : ": ") + first.message;
      }
      reasons.push_back(std::move(reason));
    }
    return reasons;
  }

  const types::Model& model_;
  Poisoned& poisoned_;
  const bool partial_;
  ShapeFaults faults_;
  diag::Path path_;
  bool ok_ = true;
};

// Swallows what a trial run reports.
class NullSink final : public diag::Sink {
 public:
  void Consume(diag::Diagnostic /*diagnostic*/) override {}
};

}  // namespace

bool CheckShape(const value::Value& value, types::TypeId type, const types::Model& model,
                const Options& options, Poisoned& poisoned, diag::Emitter& emit) {
  return ShapeChecker(model, options, poisoned, emit).Run(value, type);
}

bool CheckShape(const value::Value& document, const types::Model& model, const Options& options,
                Poisoned& poisoned, diag::Emitter& emit) {
  return CheckShape(document, model.root().type, model, options, poisoned, emit);
}

bool Fits(const value::Value& value, types::TypeId type, const types::Model& model) {
  NullSink sink;
  diag::Emitter silent(&sink);
  Poisoned poisoned;
  return ShapeChecker(model, {}, poisoned, silent).Run(value, type);
}

}  // namespace kval::check
