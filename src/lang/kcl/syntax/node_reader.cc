#include "src/lang/kcl/syntax/node_reader.h"

#include <string>

#include "src/lang/kcl/syntax/token.h"

namespace kval::kcl::syntax {

Name NodeReader::TakeName(NameUse use) {
  CheckName(use);
  return TakeName();
}

Name NodeReader::TakeKeyName() {
  CheckName(NameUse::kKey);
  const Token& token = Take();
  return {token.symbol, token.span, --state_.context.last_key};
}

void NodeReader::CheckName(NameUse use) {
  const Token& token = Peek();
  if (!MayBeName(token.keyword, use)) {
    const std::string_view word = state_.file.Text(token.span);
    state_.emitter.Report(token.span, syntax_error::kKeywordName, word)
        .Hint(std::string("write `$").append(word).append("` for the name"))
        .Emit();
  }
}

Name NodeReader::ExpectName() {
  if (!At(TokenKind::kName)) {
    FailExpected("an identifier");
    return MakeName(state_.context.names.Intern(""), {Peek().span.begin, Peek().span.begin});
  }
  return TakeName();
}

std::vector<Name> NodeReader::ExpectDottedName() {
  std::vector<Name> names = {ExpectName()};
  while (!state_.failed && Accept(TokenKind::kDot)) {
    names.push_back(ExpectName());
  }
  return names;
}

const Expr* NodeReader::Invalid() {
  InvalidExpr expr = Node<InvalidExpr>(Peek().span.begin);
  return Keep(expr);
}

}  // namespace kval::kcl::syntax
