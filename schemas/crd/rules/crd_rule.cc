#include "schemas/crd/rules/crd_rule.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "schemas/crd/rules/cel_adapter.h"
#include "schemas/crd/rules/field_path.h"

namespace kval::schemas::crd::rules {
namespace {

// Maximum message length: apiserver, pkg/apis/cel/config.go.
constexpr size_t kLongestMessage = 5 * 1024;

std::string Trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) {
    return {};
  }
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1));
}

// `column 4: undeclared reference …`
std::string ErrorText(std::string_view source, const cel::ProgramError& failure) {
  const std::string_view before = source.substr(0, failure.at);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const size_t column = before.size() - (before.rfind('\n') + 1) + 1;
  return (line > 1 ? "line " + std::to_string(line) + ", " : std::string()) + "column " +
         std::to_string(column) + ": " + failure.message;
}

// Where a value is shown: at its key when it is a collection, which may be long.
source::Span PlaceOf(const value::Value& value, const value::Value* parent) {
  if (value.is_collection() && parent != nullptr && parent->kind == value::Kind::kMapping) {
    for (const value::Entry& entry : parent->entries()) {
      if (entry.value == &value) {
        return entry.key->span;
      }
    }
  }
  return value.span;
}

// Where a map begins: its first entry.
source::Span FirstLine(const value::Value& map) {
  if (map.kind != value::Kind::kMapping || map.entries().empty()) {
    return map.span;
  }
  const value::Entry& first = map.entries().front();
  return first.value->is_collection() || !first.value->span.has_value()
             ? first.key->span
             : source::Span{first.key->span.begin, first.value->span.end};
}

// Where the path leads, or the value itself when there is nothing.
source::Span PlaceAt(const value::Value& value, const value::Value* parent, const diag::Path& path) {
  const value::Value* at = &value;
  const value::Value* holder = parent;
  for (const diag::PathStep& step : path) {
    holder = at;
    at = at->kind == value::Kind::kMapping ? value::Find(*at, step.key) : nullptr;
    if (at == nullptr) {
      return PlaceOf(value, parent);
    }
  }
  return PlaceOf(*at, holder);
}

}  // namespace

CrdRule::CrdRule(const ValidationRule& validation, std::vector<RuleError>& errors)
    : schema_(validation.schema, validation.is_root),
      text_(validation.rule),
      declared_message_(Trimmed(validation.message)),
      rule_value_(validation.rule_value),
      message_value_(validation.message_expression_value),
      rule_span_(validation.rule_value->span),
      raw_size_(validation.rule_value->raw.size()),
      is_optional_(validation.optional_old_self) {
  Compile(validation, errors);
}

void CrdRule::Compile(const ValidationRule& validation, std::vector<RuleError>& errors) {
  declared_ = std::make_unique<DeclaredTypes>(environment_.types());
  const cel::Type* type = declared_->Of(schema_);
  if (type == nullptr) {
    errors.push_back({validation.rule_value, "the type of `self` is unknown: the schema has no `type`"});
    return;
  }
  environment_.Declare("self", type);
  environment_.Declare("oldSelf", is_optional_ ? environment_.types().Optional(type) : type);
  std::vector<cel::ProgramError> wrong;
  program_ = cel::Program::Compile(text_, environment_, {}, wrong);
  if (!program_) {
    errors.push_back({validation.rule_value, ErrorText(text_, wrong[0])});
    return;
  }
  if (program_->type().kind != cel::TypeKind::kBool) {
    errors.push_back({validation.rule_value, "the rule returns a value of type " +
                                                 TypeText(program_->type()) + ", but a bool is required"});
    program_.reset();
    return;
  }
  needs_old_self_ = program_->Reads(1) && !is_optional_;
  if (!validation.message_expression.empty()) {
    const std::string expression(validation.message_expression);
    message_ = cel::Program::Compile(expression, environment_, {}, wrong);
    if (!message_) {
      errors.push_back({validation.message_expression_value, ErrorText(expression, wrong[0])});
    } else if (message_->type().kind != cel::TypeKind::kString) {
      errors.push_back({validation.message_expression_value, "the expression returns a value of type " +
                                                                 TypeText(message_->type()) +
                                                                 ", but a string is required"});
      message_.reset();
    }
  }
  if (!validation.field_path.empty()) {
    const auto path = ParseFieldPath(validation.field_path, schema_);
    if (path) {
      field_path_ = *path;
    } else {
      errors.push_back(
          {validation.field_path_value, "the field path refers to a field that the schema does not specify"});
    }
  }
}

std::vector<RuleError> CrdRule::NewerThan(uint32_t version) const {
  std::vector<RuleError> errors;
  const auto add = [&](const std::optional<cel::Program>& program, const value::Value* at) {
    if (!program || version == 0) {
      return;
    }
    for (const cel::NewerFeature& part : program->NewerThan(version - 1)) {
      errors.push_back(
          {at, ErrorText(program->text(), {part.at,
                                           part.what + " is there for new definitions from Kubernetes 1." +
                                               std::to_string(part.since + 1) + " on",
                                           false})});
    }
  };
  add(program_, rule_value_);
  add(message_, message_value_);
  return errors;
}

uint64_t CrdRule::EstimatedCost(const cel::SizeSource& sizes) const {
  return program_ ? program_->EstimatedCost(sizes) : 0;
}

uint64_t CrdRule::EstimatedMessageCost(const cel::SizeSource& sizes) const {
  return message_ ? message_->EstimatedCost(sizes) : 0;
}

types::PredicateResult CrdRule::Test(const value::Value& self, const value::Value* parent,
                                     const value::Value* old, const cel::Budget& budget,
                                     RuleCost* spent) const {
  if (!program_ || (needs_old_self_ && old == nullptr) || self.kind == value::Kind::kNull) {
    return {};
  }
  CelAdapter lender;
  const cel::Value held = old == nullptr ? cel::Value() : lender.ToCel(*old, schema_);
  const std::vector<cel::Value> variables = {
      lender.ToCel(self, schema_),
      is_optional_ ? cel::Value::Optional(old == nullptr ? nullptr : &held) : held};
  cel::Heap heap(budget.memory);
  const cel::Evaluation found = program_->Evaluate(variables, heap, budget);
  *spent = {found.cost, found.work};
  if (found.value.is_true()) {
    return {};
  }
  if (!found.value.is_error()) {
    return Failed(self, parent, variables, lender, budget, spent);
  }
  types::PredicateResult verdict;
  verdict.answer = types::PredicateResult::PredicateOutcome::kError;
  const bool is_limit = found.value.error().is_final;
  verdict.error_kind = is_limit ? diag::Kind::kLimitSteps : diag::Kind::kCelError;
  verdict.message =
      is_limit ? "the rule `" + Trimmed(text_) + "` costs more than the limit"
               : std::string(found.value.error().message) + " evaluating the rule `" + Trimmed(text_) + "`";
  return verdict;
}

// The words for a value that fails: those of the expression, where it gives some that can be shown.
std::string CrdRule::Message(const std::vector<cel::Value>& variables, const cel::Budget& budget,
                             RuleCost* spent) const {
  if (message_) {
    cel::Heap heap(budget.memory);
    const cel::Evaluation found = message_->Evaluate(variables, heap, budget);
    spent->cost += found.cost;
    spent->work += found.work;
    const std::string text =
        found.value.is(cel::ValueKind::kString) ? Trimmed(found.value.text()) : std::string();
    if (!text.empty() && text.size() <= kLongestMessage && text.find('\n') == std::string::npos) {
      return text;
    }
  }
  return declared_message_.empty() ? "failed rule: " + Trimmed(text_) : declared_message_;
}

std::string CrdRule::PartText(const cel::FailingPart& part) const {
  std::string text =
      "`" + Trimmed(std::string_view(text_).substr(part.begin, part.end - part.begin)) + "` is false";
  for (size_t i = 0; i < part.observed_values.size(); ++i) {
    text += (i == 0 ? ": `" : ", `") + part.observed_values[i].text + "` is " + part.observed_values[i].value;
  }
  return text;
}

source::Span CrdRule::SpanOf(const cel::FailingPart& part) const {
  const uint32_t quotes = rule_span_.size() == raw_size_ + 2 ? 1 : 0;
  if (!rule_span_.has_value() || rule_span_.size() != raw_size_ + 2 * quotes) {
    return {};
  }
  return {rule_span_.begin + quotes + part.begin, rule_span_.begin + quotes + part.end};
}

types::PredicateResult CrdRule::Failed(const value::Value& self, const value::Value* parent,
                                       const std::vector<cel::Value>& variables, const CelAdapter& lender,
                                       const cel::Budget& budget, RuleCost* spent) const {
  types::PredicateResult verdict;
  verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
  verdict.message = Message(variables, budget, spent);
  std::string why;
  std::vector<types::ViolatingPart> items;
  uint64_t work = 0;
  const auto failing = program_->Explain(variables, budget, &work);
  spent->work += work;
  for (const cel::FailingPart& part : failing) {
    const value::Value* item = part.item == nullptr ? nullptr : lender.SourceOf(part.item);
    if (item != nullptr && item != &self && FirstLine(*item).has_value()) {
      items.push_back({{}, FirstLine(*item), "this is `" + part.variable + "`"});
    }
    why += (why.empty() ? "" : "; ") + PartText(part);
    const source::Span span = SpanOf(part);
    if (span.has_value() && part.end - part.begin < text_.size()) {
      verdict.calls.push_back({span, "this part is false"});
    }
  }
  types::ViolatingPart part;
  part.path = field_path_;
  part.at = PlaceAt(self, parent, field_path_);
  part.text = why;
  verdict.parts.push_back(std::move(part));
  std::move(items.begin(), items.end(), std::back_inserter(verdict.parts));
  return verdict;
}

}  // namespace kval::schemas::crd::rules
