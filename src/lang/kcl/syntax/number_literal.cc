#include "src/lang/kcl/syntax/number_literal.h"

#include <limits>
#include <string_view>

#include "src/lang/kcl/syntax/syntax_error.h"
#include "src/lang/lex/number.h"

namespace kval::kcl {
namespace {

void ReportError(const lex::Number& number, diag::Emitter& emitter) {
  switch (number.error) {
    case lex::NumberError::kNone:
      return;
    case lex::NumberError::kNoDigits:
      emitter.Report(number.span, syntax_error::kNoDigits).Emit();
      return;
    case lex::NumberError::kBadUnderscore:
    case lex::NumberError::kBadDigit:
    case lex::NumberError::kLeadingZero:
      emitter.Report(number.span, syntax_error::kBadDigit).Emit();
      return;
    case lex::NumberError::kBadExponent:
      emitter.Report(number.span, syntax_error::kBadExponent).Emit();
      return;
  }
}

// The release ignores a suffix directly after a float. It is rejected only if it looks like a unit: the
// release reads `1.5Ki` as 1.5.
Token Float(const lex::Number& number, size_t start, lex::Cursor& cursor, diag::Emitter& emitter) {
  const std::string_view suffix =
      cursor.Peek() == '_' ? std::string_view() : cursor.TakeWhile(lex::IsNamePart);
  Token token;
  token.kind = TokenKind::kFloat;
  token.span = cursor.SpanSince(start);
  if (UnitOfSuffix(suffix) != NumberUnit::kNone) {
    emitter.Report(token.span, syntax_error::kUnitOfFloat, suffix).Emit();
  } else if (number.error == lex::NumberError::kNone && number.digits.find('e') == std::string::npos &&
             (suffix.starts_with('e') || suffix.starts_with('E'))) {
    emitter.Report(token.span, syntax_error::kBadExponent).Emit();
  }
  if (!lex::ToDouble(number.digits, token.float_value) && number.error == lex::NumberError::kNone) {
    emitter.Report(token.span, syntax_error::kFloatOverflow).Emit();
  }
  return token;
}

Token Integer(const lex::Number& number, size_t start, lex::Cursor& cursor, diag::Emitter& emitter) {
  const std::string_view suffix = cursor.TakeWhile(lex::IsNamePart);
  Token token;
  token.kind = TokenKind::kInt;
  token.span = cursor.SpanSince(start);
  uint64_t value = 0;
  constexpr uint64_t kLargest = std::numeric_limits<int64_t>::max();
  const bool is_number = lex::ToUint64(number.digits, number.base, value);
  if (is_number && value <= kLargest) {
    token.int_value = static_cast<int64_t>(value);
  } else if (is_number && value == kLargest + 1 && suffix.empty()) {
    token.int_value = kLeastInt;
  } else if (number.error == lex::NumberError::kNone) {
    emitter.Report(token.span, syntax_error::kIntOverflow).Emit();
  }
  // The release's table of suffixes contains `i`, which has no effect.
  if (suffix.empty() || suffix == "i") {
    return token;
  }
  token.unit = UnitOfSuffix(suffix);
  if (token.unit == NumberUnit::kNone) {
    emitter.Report(token.span, syntax_error::kBadSuffix).Emit();
  }
  return token;
}

}  // namespace

Token ScanNumber(lex::Cursor& cursor, diag::Emitter& emitter) {
  const size_t start = cursor.position();
  size_t digits = 0;
  while (IsDigit(cursor.Peek(digits)) || cursor.Peek(digits) == '_') {
    ++digits;
  }
  lex::NumberSyntax syntax;
  syntax.underscores = true;
  syntax.legacy_octal = true;
  syntax.point_needs_digit = cursor.Peek(digits) == '.' &&
                             (lex::IsNameStart(cursor.Peek(digits + 1)) || cursor.Peek(digits + 1) == '.');
  const lex::Number number = lex::ScanNumber(cursor, syntax);
  ReportError(number, emitter);
  // Leading zeros make an octal integer of a non-zero value, nothing else; one digit behind a zero is taken
  // for the prefix of a radix.
  const std::string_view text = cursor.Since(start);
  const bool is_no_octal = text.find_first_not_of('0') == std::string_view::npos || digits == 2;
  if (number.error == lex::NumberError::kNone && text.size() > 1 && text[0] == '0' && IsDigit(text[1]) &&
      (is_no_octal || number.form == lex::NumberForm::kFloat)) {
    emitter.Report(number.span, syntax_error::kNoDigits).Emit();
  }
  return number.form == lex::NumberForm::kFloat ? Float(number, start, cursor, emitter)
                                                : Integer(number, start, cursor, emitter);
}

}  // namespace kval::kcl
