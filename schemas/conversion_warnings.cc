#include "schemas/conversion_warnings.h"

#include <string_view>
#include <variant>

#include "src/report/text.h"
#include "src/types/model.h"

namespace kval::schemas {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text, Text> kLost{diag::Kind::kLossyConversion, "{} cannot be expressed in {}"};
constexpr size_t kExcerptBytes = 72;

}  // namespace

std::string ConversionWarnings::Report(ConversionWarning loss) {
  ++count_;
  if (emit_ != nullptr) {
    diag::DiagnosticBuilder builder = emit_->Report(loss.at, kLost, loss.what, target_);
    builder.At(std::move(loss.path))
        .Label(loss.only_kval ? "only kval supports the result" : "this is not carried over");
    if (!loss.why.empty()) {
      builder.Note(std::move(loss.why));
    }
    builder.Hint(std::move(loss.hint)).Emit();
  }
  return (loss.only_kval ? "only kval understands: " : "not carried over: ") + report::Escape(loss.what);
}

std::string ConversionWarnings::DescribeRule(const types::Rule& rule) const {
  const auto* custom = std::get_if<types::Custom>(&rule.test);
  if (custom == nullptr) {
    return types::Describe(rule.test);
  }
  std::string words = Excerpt(rule.span);
  return words.empty() ? custom->predicate->Describe() : words;
}

std::string ConversionWarnings::Excerpt(source::Span at) const {
  if (!at.has_value() || !sources_->Contains(at)) {
    return {};
  }
  std::string text;
  for (char c : sources_->Text(at)) {
    const bool is_space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_space) {
      text += c;
    } else if (!text.empty() && text.back() != ' ') {
      text += ' ';
    }
  }
  if (text.size() <= kExcerptBytes) {
    return text;
  }
  size_t end = kExcerptBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) {
    --end;
  }
  return text.substr(0, end) + "…";
}

}  // namespace kval::schemas
