#include "schemas/kcl/instance_evaluator.h"

#include <algorithm>
#include <cstddef>

#include "src/lang/kcl/eval/document.h"
#include "src/lang/kcl/runtime/dict_builder.h"
#include "src/support/native_stack.h"

namespace kval::schemas::kcl {
namespace {

// The bytes that one evaluation may hold for answered queries. Beyond them a new one is started, which
// computes the values outside the schemas again.
constexpr size_t kMuch = size_t{32} << 20;

// Integers beyond 64 bits are integers for the model, and floats for the language.
bool HasUnsigned(const value::Value& value) {
  NeedStack();
  switch (value.kind) {
    case value::Kind::kInt:
      return value.is_unsigned;
    case value::Kind::kSequence:
      return std::any_of(value.items().begin(), value.items().end(),
                         [](const value::Value* item) { return HasUnsigned(*item); });
    case value::Kind::kMapping:
      return std::any_of(value.entries().begin(), value.entries().end(),
                         [](const value::Entry& entry) { return HasUnsigned(*entry.value); });
    case value::Kind::kNull:
    case value::Kind::kBool:
    case value::Kind::kFloat:
    case value::Kind::kString:
      return false;
  }
  return false;
}

}  // namespace

InstanceEvaluator& InstanceEvaluator::Of(const SchemaModule& module, types::Evaluators* evaluators) {
  return evaluators == nullptr ? module.own_instances()
                               : evaluators->Of<InstanceEvaluator>(&module, [&module, evaluators] {
                                   return std::make_shared<InstanceEvaluator>(&module, evaluators->kept());
                                 });
}

bool InstanceEvaluator::UsesMuchMemory() {
  const size_t used = evaluation_->heap().used();
  used_by_first_ = used_by_first_ == 0 ? used : used_by_first_;
  return used > kMuch && used / 2 > used_by_first_;
}

kval::kcl::eval::Evaluation& InstanceEvaluator::Fresh() {
  // An evaluation that failed stays failed; and nothing that one holds is freed before it is.
  if (evaluation_ == nullptr || evaluation_->failed() || UsesMuchMemory()) {
    steps_before_ += evaluation_ == nullptr ? 0 : evaluation_->steps();
    findings_ = std::make_unique<diag::Collector>();
    silent_ = std::make_unique<diag::Emitter>(findings_.get());
    kval::kcl::eval::EvalOptions options;
    options.limits = module_.request().limits;
    options.limits.kcl_steps -= std::min(options.limits.kcl_steps, steps_before_);
    options.collect_check_failures = true;
    options.passes_undeclared = true;
    options.on_failed_check = [this](kval::kcl::eval::FailedCheck failed) {
      failed_.insert({failed.instance, nullptr});
      failed_checks_.push_back(std::move(failed));
    };
    options.on_checked = [this](const kval::kcl::Schema& schema, source::Span instance) {
      if (instance.has_value() && !module_.Holds(instance)) {
        checked_.insert({instance, &schema});
      }
    };
    if (layouts_ == nullptr) {
      layouts_ = module_.layouts() != nullptr ? module_.layouts()
                                              : std::make_shared<kval::kcl::eval::Layouts>(module_.program());
    }
    options.layouts = layouts_;
    options.kept = thread_cache_;
    options.is_data = [this](source::Span span) { return !module_.Holds(span); };
    used_by_first_ = 0;
    evaluation_ = std::make_unique<kval::kcl::eval::Evaluation>(module_.program(), module_.reader(), *silent_,
                                                                std::move(options));
  }
  return *evaluation_;
}

kval::kcl::runtime::Value InstanceEvaluator::Config(const value::Value& record, std::string_view united,
                                                    const types::PartialTest::ErrorLookup* soundness) {
  const auto text = [this](source::Span span) {
    return span.has_value() && module_.Holds(span) ? module_.sources().Text(span) : std::string_view();
  };
  kval::kcl::eval::FromDocumentOptions options;
  options.op = kval::kcl::runtime::Operator::kOverride;
  options.united = united;
  options.program_text = text;
  if (soundness != nullptr) {
    options.is_unsound = soundness->is_wrong;
    options.is_misspelt = soundness->is_misspelt;
  }
  return kval::kcl::eval::FromDocument(evaluation_->heap(), record, options);
}

const InstanceResult& InstanceEvaluator::Answer(const kval::kcl::Schema& schema, const value::Value& record) {
  return AnswerTo(schema, record, nullptr);
}

const InstanceResult& InstanceEvaluator::EvaluateValidParts(
    const kval::kcl::Schema& schema, const value::Value& record,
    const types::PartialTest::ErrorLookup& soundness) {
  return AnswerTo(schema, record, &soundness);
}

const InstanceResult& InstanceEvaluator::AnswerTo(const kval::kcl::Schema& schema, const value::Value& record,
                                                  const types::PartialTest::ErrorLookup* soundness) {
  const auto [place, is_new] = answers_.try_emplace({&record, &schema});
  InstanceResult& answer = place->second;
  if (!is_new || record.kind != value::Kind::kMapping) {
    return answer;
  }
  kval::kcl::eval::Evaluation& evaluation = Fresh();
  const size_t before = findings_->diagnostics().size();
  failed_checks_.clear();
  const kval::kcl::runtime::Value config = Config(record, {}, soundness);
  if (soundness != nullptr) {
    evaluation.MarkInvalid();
  }
  if (config.is_config()) {
    evaluation.Instantiate(schema, config.fields(), record.span);
  }
  const std::vector<diag::Diagnostic>& found = findings_->diagnostics();
  answer.errors.assign(found.begin() + static_cast<std::ptrdiff_t>(before), found.end());
  for (kval::kcl::eval::FailedCheck& failed : failed_checks_) {
    std::vector<kval::kcl::eval::FailedCheck>& where =
        failed.instance == record.span ? answer.failed : answer.failed_within;
    where.push_back(std::move(failed));
  }
  return answer;
}

void InstanceEvaluator::EvaluateDocument(const value::Value& document) {
  evaluated_ = &document;
  checked_.clear();
  failed_.clear();
  if (module_.schema() == nullptr) {
    return;
  }
  if (document.kind != value::Kind::kSequence) {
    Answer(*module_.schema(), document);
    return;
  }
  for (const value::Value* item : document.items()) {
    Answer(*module_.schema(), *item);
  }
}

bool InstanceEvaluator::IsCoveredByRules(const value::Value& document) const {
  return CanCheckIndependently() && !HasUnsigned(document);
}

// Whether all check lines of the record that the model does not express hold. Only the attributes that they
// read are evaluated.
bool InstanceEvaluator::CheckIndependently(const kval::kcl::Schema& schema, const value::Value& record) {
  if (held_ == std::pair(&record, &schema)) {
    return true;
  }
  const auto own = module_.independent_checks()->find(&schema);
  if (own == module_.independent_checks()->end() || record.kind != value::Kind::kMapping) {
    return false;
  }
  kval::kcl::eval::Evaluation& evaluation = Fresh();
  const size_t before = findings_->diagnostics().size();
  failed_checks_.clear();
  const std::vector<std::string_view>& members = own->second.members;
  kval::kcl::runtime::DictBuilder config(&evaluation.heap());
  for (const value::Entry& entry : record.entries()) {
    if (std::find(members.begin(), members.end(), entry.key->raw) != members.end()) {
      config.Set(entry.key->raw, Config(*entry.value), kval::kcl::runtime::Operator::kOverride,
                 entry.key->span);
    }
  }
  const bool hold = evaluation.Hold(schema, own->second.lines, *config.Build(), record.span) &&
                    findings_->diagnostics().size() == before && failed_checks_.empty();
  held_ = hold ? std::pair(&record, &schema) : held_;
  return hold;
}

const InstanceResult& InstanceEvaluator::EvaluateInDocument(const value::Value& document,
                                                            const kval::kcl::Schema& schema,
                                                            const value::Value& record) {
  static const InstanceResult kAllIsWell;
  if (CanCheckIndependently()) {
    if (CheckIndependently(schema, record)) {
      return kAllIsWell;
    }
    needs_whole_document_ = true;
  }
  if (evaluated_ != &document) {
    EvaluateDocument(document);
  }
  const bool is_known = answers_.contains({&record, &schema});
  const bool is_well =
      !is_known && checked_.contains({record.span, &schema}) && !failed_.contains({record.span, nullptr});
  return is_well ? kAllIsWell : Answer(schema, record);
}

const value::Value* InstanceEvaluator::Attribute(const kval::kcl::Schema& schema, std::string_view name,
                                                 const value::Value& record, value::Builder& build) {
  kval::kcl::eval::Evaluation& evaluation = Fresh();
  const kval::kcl::runtime::Value config = Config(record, name);
  const kval::kcl::runtime::Value value = evaluation.Attribute(schema, name, config.fields(), record.span);
  return evaluation.failed() ? nullptr
                             : kval::kcl::eval::ToDocument(build, value, kval::kcl::eval::Extent::kAll);
}

const value::Value* InstanceEvaluator::UndeclaredKeyValue(const kval::kcl::Schema& schema,
                                                          std::string_view key, const value::Value& record,
                                                          value::Builder& build) {
  kval::kcl::eval::Evaluation& evaluation = Fresh();
  const kval::kcl::runtime::Value config = Config(record, key);
  const kval::kcl::runtime::Value instance = evaluation.Instantiate(schema, config.fields(), record.span);
  return instance.is_config()
             ? kval::kcl::eval::ToDocument(build, instance.fields().Get(key), kval::kcl::eval::Extent::kAll)
             : nullptr;
}

const value::Value* InstanceEvaluator::ConstantDefault(const kval::kcl::Schema& schema, std::string_view name,
                                                       value::Builder& build, diag::Emitter& emit) {
  if (is_exhausted_) {
    return nullptr;
  }
  kval::kcl::eval::Evaluation& evaluation = Fresh();
  const size_t before = findings_->diagnostics().size();
  const kval::kcl::runtime::Dict* nothing = kval::kcl::runtime::DictBuilder(&evaluation.heap()).Build();
  const kval::kcl::runtime::Value value = evaluation.Attribute(schema, name, *nothing, schema.stmt->span);
  for (size_t i = before; i < findings_->diagnostics().size(); ++i) {
    const diag::Kind kind = findings_->diagnostics()[i].kind;
    is_exhausted_ = is_exhausted_ || kind == diag::Kind::kLimitSteps || kind == diag::Kind::kLimitMemory;
    emit.Emit(findings_->diagnostics()[i]);
  }
  const bool failed = findings_->diagnostics().size() != before || evaluation.failed();
  return failed ? nullptr : kval::kcl::eval::ToDocument(build, value, kval::kcl::eval::Extent::kGiven);
}

}  // namespace kval::schemas::kcl
