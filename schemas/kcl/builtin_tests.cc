#include "schemas/kcl/builtin_tests.h"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>
#include <variant>

#include "src/support/native_stack.h"
#include "src/value/compare.h"

namespace kval::schemas::kcl {
namespace {

class AttributeTestMover {
 public:
  explicit AttributeTestMover(types::Model& model) : model_(model) {}

  void Run() {
    Meet(model_.root().type);
    while (!waiting_.empty()) {
      const types::TypeId id = waiting_.front();
      waiting_.pop_front();
      types::Type type = model_.Get(id);
      if (auto* record = std::get_if<types::Record>(&type.shape)) {
        State(type, *record);
        model_.Define(id, type);
      }
      MeetBelow(type);
    }
  }

 private:
  void Meet(types::TypeId id) {
    while (const auto* named = std::get_if<types::Named>(&model_.Get(id).shape)) {
      id = named->target;
    }
    if (seen_.insert(id.index).second) {
      waiting_.push_back(id);
    }
  }

  void MeetBelow(const types::Type& type) {
    if (const auto* list = std::get_if<types::List>(&type.shape)) {
      Meet(list->item);
    } else if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
      for (types::TypeId arm : choice->variants) {
        Meet(arm);
      }
    } else if (const auto* record = std::get_if<types::Record>(&type.shape)) {
      for (const types::Field& field : record->fields) {
        Meet(field.type);
      }
      for (const types::KeyRule& rule : record->key_rules) {
        Meet(rule.value);
      }
    }
  }

  void State(types::Type& type, types::Record& record) {
    std::vector<types::RuleId> kept;
    for (types::RuleId id : type.rules) {
      const auto* custom = std::get_if<types::Custom>(&model_.Get(id).test);
      const auto* stating =
          custom == nullptr ? nullptr : dynamic_cast<const HasBuiltinTests*>(custom->predicate.get());
      if (stating == nullptr || !IsOfFields(*stating, record)) {
        kept.push_back(id);
        continue;
      }
      for (const HasBuiltinTests::AttributeTest& test : stating->tests()) {
        for (types::Field& field : record.fields.Edit()) {
          if (value::PlainText(*field.key) == test.attribute) {
            field.type = With(test.rule, 0, field.type);
          }
        }
      }
    }
    type.rules = std::move(kept);
    record.Index();
  }

  static bool IsOfFields(const HasBuiltinTests& stating, const types::Record& record) {
    return !stating.tests().empty() &&
           std::ranges::all_of(stating.tests(), [&record](const HasBuiltinTests::AttributeTest& test) {
             return std::any_of(record.fields.begin(), record.fields.end(),
                                [&test](const types::Field& field) {
                                  return value::PlainText(*field.key) == test.attribute;
                                });
           });
  }

  // A copy of the type that states the rule: others may use the type.
  types::TypeId With(const AttributeRule& rule, size_t step, types::TypeId id) {
    NeedStack();
    types::Type type = model_.Resolve(id);
    auto* record = std::get_if<types::Record>(&type.shape);
    if (step == rule.steps.size()) {
      type.rules.push_back(model_.Add(rule.rule));
    } else if (auto* list = std::get_if<types::List>(&type.shape)) {
      list->item = With(rule, step + 1, list->item);
    } else if (record != nullptr && !record->key_rules.empty()) {
      record->key_rules.front().value = With(rule, step + 1, record->key_rules.front().value);
    }
    return model_.Add(std::move(type));
  }

  types::Model& model_;
  std::set<int32_t> seen_;
  std::deque<types::TypeId> waiting_;
};

}  // namespace

void MoveTestsToAttributes(types::Model& model) {
  AttributeTestMover(model).Run();
}

}  // namespace kval::schemas::kcl
