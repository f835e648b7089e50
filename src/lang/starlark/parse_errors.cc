#include <variant>

#include "src/lang/starlark/next_line_span.h"
#include "src/lang/starlark/parser.h"

// Syntax error messages, and the locations where ytt reports them.
namespace kval::starlark {
namespace {

struct WordHint {
  std::string_view word;
  std::string_view hint;
};

// What to write instead of Python that Starlark does not have.
constexpr WordHint kReservedHints[] = {
    {"is", "use `==` to compare"},
    {"import", "Starlark has no `import`: use `load(\"file.star\", \"name\")`"},
    {"from", "Starlark has no `import`: use `load(\"file.star\", \"name\")`"},
    {"try", "Starlark has no exceptions; ytt has `assert.try_to(lambda: …)`"},
    {"except", "Starlark has no exceptions; ytt has `assert.try_to(lambda: …)`"},
    {"finally", "Starlark has no exceptions; ytt has `assert.try_to(lambda: …)`"},
    {"raise", "Starlark has no exceptions: use `fail(\"message\")`"},
    {"class", "Starlark has no classes: use functions and `struct.make(…)`"},
    {"del", "use `dict.pop(key)` or `list.pop(index)`"},
    {"global", "globals can be read in functions, but not assigned"},
    {"nonlocal", "outer variables can be read in functions, but not assigned"},
    {"yield", "Starlark has no generators: return a list"},
    {"with", "Starlark has no `with`"},
};

// The bracket among the last tokens, of one statement, that is never closed; null when there is none.
const LexedToken* LeftOpen(std::span<const LexedToken> tokens) {
  for (size_t i = tokens.size(); i > 0; --i) {
    const LexedToken& token = tokens[i - 1];
    if (token.left_open.has_value()) {
      return &token;
    }
    if (token.token == Token::kNewline || token.token == Token::kHostCall) {
      break;
    }
  }
  return nullptr;
}

// Where ytt wants an expression, an annotation is one: its call in the generated code.
bool IsAnnotation(const LexedToken& token, std::span<const ProgramSegment> segments) {
  return token.token == Token::kHostCall && token.host_call < segments.size() &&
         std::get<HostCall>(segments[token.host_call]).form == HostCall::Form::kArguments;
}

}  // namespace

void Parser::Fail(source::Span at, std::string message, std::string hint, source::Span noticed) {
  if (failed_) {
    return;
  }
  failed_ = true;
  if (Is(Token::kIllegal)) {
    return;  // the lexer reported it
  }
  const bool is_end = Is(Token::kNewline) || Is(Token::kEndOfFile) || Is(Token::kHostCall);
  if (const LexedToken* opening = LeftOpen(tokens_.first(next_))) {
    at = opening->span;
    message = "this bracket is never closed";
    hint.clear();
    if (Is(Token::kEnd)) {  // ytt's blocks end with the line
      noticed = GetNextLineSpan(tokens_.subspan(next_), segments_);
    } else if (!noticed.has_value()) {
      noticed = is_end ? opening->left_open : Peek().span;
    }
  } else if (Is(Token::kNewline) && at == Peek().span) {
    noticed = GetNextLineSpan(tokens_.subspan(next_), segments_);
  }
  diag::DiagnosticBuilder report = emitter_.ReportText(at, diag::Kind::kStarlarkSyntax, std::move(message));
  if (noticed.has_value() && noticed != at) {
    report.Related(noticed, std::string(kYttReportsHere));
  }
  report.Hint(std::move(hint)).Emit();
}

void Parser::FailWanting(std::string_view expected) {
  const LexedToken& token = Peek();
  if (token.token == Token::kPass) {
    Fail(token.span, "use of reserved keyword 'pass' is not allowed", "leave it out: a block may be empty");
    return;
  }
  if (token.token == Token::kReserved) {
    Fail(token.span, "use of reserved keyword '" + std::string(token.text) + "' is not allowed",
         HintFor(expected));
    return;
  }
  const size_t call = token.token == Token::kNewline ? 1 : 0;
  const bool is_after = expected == kPrimary && IsAnnotation(Peek(call), segments_) &&
                        LeftOpen(tokens_.first(next_)) != nullptr;
  Fail(token.span, "got " + DescribeToken(token.token) + ", want " + std::string(expected), HintFor(expected),
       is_after ? Peek(call + 1).span : source::Span());
}

std::string Parser::HintFor(std::string_view expected) const {
  const LexedToken& token = Peek();
  const LexedToken* before = next_ > 0 ? &tokens_[next_ - 1] : nullptr;
  if (token.token == Token::kReserved) {
    for (const WordHint& entry : kReservedHints) {
      if (entry.word == token.text) {
        return std::string(entry.hint);
      }
    }
    return {};
  }
  if (token.token == Token::kNewline && expected == "':'") {
    return "missing colon at the end of 'if/for/def' statement?";
  }
  if (token.token == Token::kString && before) {
    if (before->token == Token::kString) {
      return "join strings with `+`";
    }
    if (before->token == Token::kName && before->span.end == token.span.begin) {
      return "use `\"%s\" % x` or `\"{}\".format(x)`: Starlark has no `" + std::string(before->text) +
             "` strings";
    }
  }
  if (token.token == Token::kAssign && Peek(1).span.begin == token.span.end) {
    if (Peek(1).token == Token::kGreater || Peek(1).token == Token::kLess) {
      return Peek(1).token == Token::kGreater ? "`=>` is not an operator: use `>=`"
                                              : "`=<` is not an operator: use `<=`";
    }
  }
  if (token.token == Token::kAssign && (expected == "':'" || expected == "')'")) {
    return "use `==` to compare";
  }
  if (token.token == Token::kColon && Peek(1).token == Token::kAssign &&
      Peek(1).span.begin == token.span.end) {
    return "use `=` to assign";
  }
  if (token.token == Token::kIf && before && before->token == Token::kElse) {
    return "use `elif`";
  }
  if (before && token.token == before->token && token.span.begin == before->span.end) {
    if (token.token == Token::kAmpersand || token.token == Token::kPipe) {
      return token.token == Token::kPipe ? "use `or`" : "use `and`";
    }
    if (token.token == Token::kPlus || token.token == Token::kMinus) {
      return "use `+= 1` or `-= 1`";
    }
  }
  return {};
}

}  // namespace kval::starlark
