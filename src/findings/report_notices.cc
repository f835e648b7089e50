#include "src/findings/report_notices.h"

#include <algorithm>
#include <string>
#include <utility>

#include "src/check/describe.h"
#include "src/check/fields.h"
#include "src/check/fits.h"
#include "src/findings/suspicious_scalars.h"
#include "src/support/native_stack.h"
#include "src/value/compare.h"

namespace kval::findings {
namespace {

using diag::Def;

constexpr Def<std::string_view, std::string_view> kDeprecated{diag::Kind::kDeprecated,
                                                              "`{}` is deprecated: {}"};
constexpr Def<std::string_view, std::string_view> kRemoved{diag::Kind::kRemoved, "`{}` was removed: {}"};
constexpr Def<std::string_view> kItemDeprecated{diag::Kind::kDeprecated, "this item is deprecated: {}"};
constexpr Def<std::string_view> kItemRemoved{diag::Kind::kRemoved, "this item was removed: {}"};

class NoticeChecker {
 public:
  NoticeChecker(const types::Model& model, const SuspiciousScalars* suspicious, diag::Emitter& emit)
      : model_(model), suspicious_(suspicious), emit_(emit) {}

  void Visit(const value::Value& value, types::TypeId id) {
    NeedStack();
    const types::Type& type = model_.Resolve(id);
    if (const auto* list = std::get_if<types::List>(&type.shape);
        list && value.kind == value::Kind::kSequence) {
      for (size_t i = 0; i < value.items().size(); ++i) {
        path_.push_back(diag::PathStep::Index(i));
        ItemNotice(*value.items()[i], list->item);
        Visit(*value.items()[i], list->item);
        path_.pop_back();
      }
    } else if (const auto* record = std::get_if<types::Record>(&type.shape);
               record && value.kind == value::Kind::kMapping) {
      Entries(value, *record);
    } else if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
      if (const types::TypeId arm = MemberFor(value, *choice); arm.has_value()) {
        Visit(value, arm);
      }
    } else if (const auto* scalar = std::get_if<types::Scalar>(&type.shape);
               scalar && suspicious_ != nullptr && !IsInEnum(value, type)) {
      suspicious_->Look(value, scalar->kind, path_, emit_);
    }
  }

 private:
  // The member that the value fits; else, for a layer is not complete, the first of its kind.
  types::TypeId MemberFor(const value::Value& value, const types::Union& choice) {
    types::TypeId first;
    for (types::TypeId arm : choice.variants) {
      if (!worker_.KindsOf(model_, arm).Has(value.kind)) {
        continue;
      }
      if (check::Fits(value, arm, model_, worker_)) {
        return arm;
      }
      first = first.has_value() ? first : arm;
    }
    return first;
  }

  void Entries(const value::Value& value, const types::Record& record) {
    check::FieldCursor fields(model_, record);
    for (const value::Entry& entry : value.entries()) {
      const types::Field* field = fields.Find(*entry.key);
      const types::KeyRule* rule = field == nullptr ? check::KeyRuleOf(record, *entry.key, value) : nullptr;
      if (field == nullptr && rule == nullptr) {
        continue;
      }
      const types::TypeId type = field != nullptr ? field->type : rule->value;
      path_.push_back(check::StepOf(*entry.key));
      Notice(entry.key->span, check::KeyName(*entry.key), type, field != nullptr ? field->span : rule->span);
      Visit(*entry.value, type);
      path_.pop_back();
    }
  }

  // Whether the schema lists the value: then its author knows what readers make of it.
  bool IsInEnum(const value::Value& value, const types::Type& type) const {
    return std::any_of(type.rules.begin(), type.rules.end(), [&](types::RuleId id) {
      const auto* choice = std::get_if<types::OneOf>(&model_.Get(id).test);
      return choice != nullptr &&
             std::any_of(choice->allowed.begin(), choice->allowed.end(),
                         [&](const value::Value* allowed) { return value::Equal(*allowed, value); });
    });
  }

  // `declared` is where the schema declares the key.
  void Notice(source::Span at, std::string_view name, types::TypeId type, source::Span declared) {
    const types::Doc& doc = *model_.Get(type).doc;
    if (doc.removed) {
      diag::DiagnosticBuilder builder = emit_.Report(at, kRemoved, name, *doc.removed);
      builder.Label("this key has no effect any more").At(path_).Schema(declared, "removed here").Emit();
    } else if (doc.deprecated) {
      diag::DiagnosticBuilder builder = emit_.Report(at, kDeprecated, name, *doc.deprecated);
      builder.At(path_).Schema(declared, "deprecated here").Emit();
    }
  }

  void ItemNotice(const value::Value& item, types::TypeId id) {
    const types::Type& type = model_.Get(id);
    const types::Doc& doc = *type.doc;
    if (doc.removed) {
      diag::DiagnosticBuilder builder =
          emit_.Report(check::PlaceOf(nullptr, item), kItemRemoved, *doc.removed);
      builder.Label("this item has no effect any more").At(path_).Schema(type.span, "removed here").Emit();
    } else if (doc.deprecated) {
      diag::DiagnosticBuilder builder =
          emit_.Report(check::PlaceOf(nullptr, item), kItemDeprecated, *doc.deprecated);
      builder.At(path_).Schema(type.span, "deprecated here").Emit();
    }
  }

  const types::Model& model_;
  const SuspiciousScalars* suspicious_;  // null: reported elsewhere, or none
  diag::Emitter& emit_;
  check::ValidationState worker_;
  diag::Path path_;
};

}  // namespace

void ReportNotices(const value::Value& given, types::TypeId type, const types::Model& model,
                   const NoticeOptions& options, diag::Emitter& emit) {
  const SuspiciousScalars suspicious(options.dialect, options.sources);
  const bool has_suspicious = options.suspicious_scalars && suspicious.IsCandidate(given);
  if (model.has_notices() || has_suspicious) {
    NoticeChecker(model, has_suspicious ? &suspicious : nullptr, emit).Visit(given, type);
  }
}

void ReportNotices(const value::Value& given, const types::Model& model, const NoticeOptions& options,
                   diag::Emitter& emit) {
  ReportNotices(given, model.root().type, model, options, emit);
}

}  // namespace kval::findings
