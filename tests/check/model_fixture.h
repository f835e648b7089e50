#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "src/check/complete.h"
#include "src/check/fits.h"
#include "src/diag/collector.h"
#include "src/findings/report_violations.h"
#include "src/policy/attach_superseded.h"
#include "src/types/key_test.h"
#include "src/types/model.h"
#include "src/value/builder.h"

namespace kval::check {

// Builds a type model and values by hand and checks the values.
class ModelTest : public testing::Test {
 protected:
  types::TypeId Scalar(value::Kind kind) { return Of(types::Scalar{kind}); }
  types::TypeId Of(types::Shape shape, bool nullable = false) {
    types::Type type;
    type.shape = std::move(shape);
    type.nullable = nullable;
    return model.Add(std::move(type));
  }
  types::Field FieldNamed(std::string_view name, types::TypeId type, const value::Value* fallback = nullptr,
                          types::FieldPresence presence = types::FieldPresence::kFilled) {
    types::Field field;
    field.name = interner.Intern(name);
    field.key = build.String(name);
    field.type = type;
    field.presence = presence;
    field.fallback.value = fallback;
    return field;
  }
  types::TypeId RecordOf(std::vector<types::Field> fields) {
    types::Record record;
    record.fields = std::move(fields);
    return Of(std::move(record));
  }
  void SetRoot(types::TypeId type) {
    types::Field root;
    root.type = type;
    model.SetRoot(std::move(root));
  }
  void AddRule(types::TypeId id, types::Test test, std::string message = {}) {
    types::Type type = model.Get(id);
    types::Rule rule;
    rule.test = std::move(test);
    rule.message = std::move(message);
    type.rules.push_back(model.Add(std::move(rule)));
    model.Define(id, std::move(type));
  }

  const value::Value* Map(std::initializer_list<std::pair<std::string_view, const value::Value*>> entries) {
    std::vector<value::Entry> list;
    for (const auto& [key, value] : entries) {
      list.push_back({build.String(key, NextSpan()), value});
    }
    return build.Mapping(list, NextSpan());
  }
  const value::Value* List(std::vector<const value::Value*> items) {
    return build.Sequence(items, NextSpan());
  }
  const value::Value* Int(int64_t number) { return build.Int(number, NextSpan()); }
  const value::Value* Text(std::string_view text) { return build.String(text, NextSpan()); }
  const value::Value* Null() { return build.Null(NextSpan()); }

  // Returns a new span, so that each value has a distinct location, as in a file.
  source::Span NextSpan() {
    next_ += 10;
    return {next_, next_ + 5};
  }

  // Returns `path: message` for every finding: those of the shape check first, then those of the rules.
  std::vector<std::string> Check(const value::Value* document) {
    diag::Collector collector;
    diag::Emitter emit(&collector);
    ValidationState worker;
    findings::ReportShapeViolations(*document, model, {}, worker, emit);
    findings::ReportRuleViolations(*document, model, worker, emit);
    std::vector<std::string> strings;
    for (const diag::Diagnostic& finding : policy::AttachSuperseded(collector.Release())) {
      strings.push_back(diag::Display(finding.path) + ": " + finding.message);
    }
    return strings;
  }

  Interner interner;
  Arena arena;
  value::Builder build{&arena};
  types::Model model{&interner};

 private:
  uint32_t next_ = 0;
};

}  // namespace kval::check
