#include <string>

#include "src/lang/kcl/eval/evaluator.h"
#include "src/lang/kcl/value/compare.h"
#include "src/lang/kcl/value/text.h"

namespace kval::kcl::eval {

using runtime::Kind;

namespace {

// Of a check line that reads many values a few are shown.
constexpr size_t kMostParts = 8;

}  // namespace

// The check blocks of the bases, the schema itself and its mixins. `key` is the further key that they speak
// about, when the index signature has an alias.
void Evaluator::RunChecks(Instance& instance, const Entry* key) {
  for (Part& part : instance.parts) {
    if (part.schema->stmt != nullptr) {
      RunCheckLines(part.schema->stmt->checks, part, key);
    }
  }
}

void Evaluator::RunCheckLines(std::span<const CheckLine> lines, Part& part, const Entry* key) {
  Frame* frame = &part.frame;
  for (const CheckLine& line : lines) {
    // A line that cannot be evaluated says nothing about the next one.
    if (failed() && !Recover()) {
      return;
    }
    trace_.visited = line.span;
    culprits_.clear();
    if (line.guard != nullptr && !IsTruthy(Eval(*line.guard, frame))) {
      continue;
    }
    Value holds = Eval(*line.condition, frame);
    Value message = line.message == nullptr ? Value() : Eval(*line.message, frame);
    if (!failed() && !IsTruthy(holds)) {
      ReportCheck(line, message.is_empty() ? std::string() : TextOf(message), *part.instance, key);
    }
  }
  Recover();
}

void Evaluator::ReportCheck(const CheckLine& line, const std::string& message, Instance& instance,
                            const Entry* key) {
  FailedCheck check{instance.at, line.span, message, {}};
  UsedParts used(program_, instance, culprits_, options_.is_data,
                 [&](size_t member) { return ReadMember(instance, member); });
  if (key != nullptr) {
    used.AddKey(*key);
  }
  used.Visit(line.condition);
  used.Visit(line.guard);
  if (collects()) {
    failures_.NoteReported();
  }
  if (collects() && !options_.fails_at_instances) {
    check.used = used.Take();
    options_.on_failed_check ? options_.on_failed_check(std::move(check))
                             : emitter_.Emit(DiagnosticOf(check, [](source::Span) { return true; }));
    return;
  }
  diag::Diagnostic diagnostic = DiagnosticOf(check, [](source::Span) { return true; });
  for (const UsedPart& part : used.Take()) {
    if (part.is_set && part.at.has_value() && part.at != instance.at && !part.text.empty() &&
        diagnostic.labels.size() < kMostParts) {
      diagnostic.labels.push_back({part.at, Describe(part), diag::Role::kRelated});
    }
  }
  Failures::AddCalls(diagnostic, trace_);
  if (collects()) {
    emitter_.Emit(std::move(diagnostic));
    return;
  }
  failures_.Set(std::move(diagnostic), message);
}

// A rule is its check lines run over a configuration; its value is the configuration.
Value Evaluator::MakeRule(const kcl::Schema& schema, const Value& config, const CallArgs& args,
                          source::Span at) {
  DepthGuard guard(*this, {at, Text(schema.name), true});
  if (!guard.ok() || !config.is_config()) {
    return {};
  }
  const Dict* dict = &config.fields();
  Value value = config;
  const kcl::Schema* host = schema.protocol;
  if (host != nullptr && host->stmt != nullptr) {
    value = MakeInstance(*host, dict, args, at, at);
  }
  if (failed()) {
    return {};
  }
  auto* layout = rule_layouts_.emplace_back(std::make_unique<Layout>()).get();
  layout->schema = &schema;
  layout->type = TypeOf(schema);
  std::vector<const kcl::Schema*> pending = {&schema};
  while (!pending.empty() && layout->parts.size() < 200) {
    const kcl::Schema* next = pending.back();
    pending.pop_back();
    if (next->rule != nullptr) {
      layout->parts.insert(layout->parts.begin(), next);
      pending.insert(pending.end(), next->rule_bases.begin(), next->rule_bases.end());
    }
  }
  // The entries of the configuration are what the names in the check lines mean.
  for (const Entry& entry : value.fields().entries) {
    Symbol name = program_.ast.names.Find(entry.key);
    if (name.has_value() && layout->by_name.try_emplace(name, layout->members.size()).second) {
      Member member{name, entry.key, {Setter{}}};
      member.first_level = layout->level_count++;
      layout->members.push_back(std::move(member));
    }
  }
  Instance* instance = NewInstance(*layout, dict, at);
  for (const Member& member : layout->members) {
    instance->levels[member.first_level] = {LevelState::kDone, value.fields().Get(member.text)};
  }
  ++instance_depth_;
  for (Part& part : instance->parts) {
    BindParameters(part.schema->rule->params, args, part.frame);
    RunDecorators(part.schema->rule->decorators, Text(part.schema->name), true, *instance, &part.frame);
  }
  for (Part& part : instance->parts) {
    RunCheckLines(part.schema->rule->checks, part, nullptr);
  }
  --instance_depth_;
  return failed() ? Value() : value;
}

}  // namespace kval::kcl::eval
