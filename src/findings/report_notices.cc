#include "src/findings/report_notices.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "src/check/describe.h"
#include "src/check/fields.h"
#include "src/check/fits.h"
#include "src/diag/path.h"
#include "src/support/native_stack.h"
#include "src/value/suspicious_scalar.h"
#include "src/yaml/ambiguity.h"

namespace kval::findings {
namespace {

using diag::Def;

// Reports valid scalars whose author probably intended another value: words and octal numbers that readers
// interpret differently (KV120, KV121), strings in typographic quotes (KV133, as a warning), and strings
// continued by a line intended as an item or the end of a list (KV105, as a warning).
class SuspiciousScalars {
 public:
  // Without `sources`, lines of strings are not checked.
  SuspiciousScalars(value::Dialect dialect, const source::SourceMap* sources)
      : dialect_(dialect), sources_(sources) {}

  // Returns whether `value` may be suspicious. Cost: constant, for a test of every scalar.
  bool IsCandidate(const value::Value& value) const;
  // Reports `value` if it is suspicious where the schema expects that kind of scalar.
  void Look(const value::Value& value, value::Kind expected, const diag::Path& path,
            diag::Emitter& emit) const;

 private:
  // Returns the location of the dash that begins a continuation line of the scalar, or of a bracket that is
  // its whole last line; no location if there is neither.
  source::Span FindSuspiciousLine(const value::Value& value) const;

  value::Dialect dialect_;
  const source::SourceMap* sources_;
};

constexpr diag::Def<std::string_view> kQuotes{diag::Kind::kLookAlike,
                                              "the typographic quotes of `{}` are a part of the text"};

constexpr diag::Def<> kDash{diag::Kind::kBadIndent,
                            "this line is not an item: it continues the string above it"};

constexpr diag::Def<> kBracket{diag::Kind::kBadIndent,
                               "this bracket closes nothing: it goes on with the text above it"};

struct QuotePair {
  std::string_view opening, closing;
};

constexpr std::array kTypographic = {
    QuotePair{"\xe2\x80\x9c", "\xe2\x80\x9d"}, QuotePair{"\xe2\x80\x98", "\xe2\x80\x99"},
    QuotePair{"\xe2\x80\x9e", "\xe2\x80\x9c"}, QuotePair{"\xe2\x80\x9e", "\xe2\x80\x9d"},
    QuotePair{"\xe2\x80\x9d", "\xe2\x80\x9d"}, QuotePair{"\xe2\x80\x9c", "\xe2\x80\x9c"}};

// Returns the text between typographic quotes; empty if there are none.
std::string_view BetweenTypographicQuotes(std::string_view text) {
  for (const QuotePair& quotes : kTypographic) {
    if (text.size() >= quotes.opening.size() + quotes.closing.size() && text.starts_with(quotes.opening) &&
        text.ends_with(quotes.closing)) {
      return text.substr(quotes.opening.size(), text.size() - quotes.opening.size() - quotes.closing.size());
    }
  }
  return {};
}

bool SuspiciousScalars::IsCandidate(const value::Value& value) const {
  std::vector<const value::Value*> open;
  bool found = false;
  const auto look = [&](const value::Value& node) {
    if (node.is_collection()) {
      open.push_back(&node);
    } else {
      found = found || value::IsSuspicious(node);
    }
  };
  look(value);
  while (!open.empty() && !found) {
    const value::Value& node = *open.back();
    open.pop_back();
    for (const value::Entry& entry : node.entries()) {
      look(*entry.value);
    }
    for (const value::Value* item : node.items()) {
      look(*item);
    }
  }
  return found;
}

source::Span SuspiciousScalars::FindSuspiciousLine(const value::Value& value) const {
  if (sources_ == nullptr || !value::MayHaveSuspiciousLine(value) || !sources_->Contains(value.span)) {
    return {};
  }
  const std::string_view text = sources_->Text(value.span);
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at)) {
    at = std::min(text.find_first_not_of(" \r\n", at), text.size());
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("- ") || rest == "]" || rest == "}") {
      const auto begin = static_cast<uint32_t>(value.span.begin + at);
      return {begin, begin + 1};
    }
  }
  return {};
}

void SuspiciousScalars::Look(const value::Value& value, value::Kind expected, const diag::Path& path,
                             diag::Emitter& emit) const {
  const bool is_number = value.kind == value::Kind::kInt || value.kind == value::Kind::kFloat;
  const bool fits = expected == value.kind || (expected == value::Kind::kFloat && is_number);
  if (!value::IsSuspicious(value) || !fits || expected == value::Kind::kBool || IsRecovered(value)) {
    return;
  }
  if (const std::optional<value::ScalarAmbiguity> disagreement = value::FindSuspiciousAmbiguity(value.raw)) {
    yaml::ReportAmbiguity(*disagreement, value.raw, value.span, dialect_, path, emit);
    return;
  }
  if (const source::Span suspicious = FindSuspiciousLine(value); suspicious.has_value()) {
    const bool is_dash = sources_->Text(suspicious) == "-";
    emit.Report(suspicious, is_dash ? kDash : kBracket)
        .As(diag::Severity::kWarning)
        .At(path)
        .Related(value.span, "this is one text")
        .Hint(is_dash ? "indent it like the other items, or quote the string if the line is part of it"
                      : "delete it, or quote the string if it is part of it")
        .Emit();
    return;
  }
  const std::string_view inner = BetweenTypographicQuotes(value.raw);
  if (expected == value::Kind::kString && !inner.empty()) {
    emit.Report(value.span, kQuotes, value.raw)
        .As(diag::Severity::kWarning)
        .At(path)
        .Hint("write `\"" + std::string(inner) + "\"`")
        .Emit();
  }
}

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
