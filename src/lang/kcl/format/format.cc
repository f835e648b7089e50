#include "src/lang/kcl/format/format.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "src/diag/collector.h"
#include "src/lang/kcl/format/comments.h"
#include "src/lang/kcl/format/statement_printer.h"
#include "src/lang/kcl/syntax/fields.h"
#include "src/lang/kcl/syntax/lexer.h"
#include "src/lang/kcl/syntax/parse.h"
#include "src/support/native_stack.h"

namespace kval::kcl::format {
namespace {

// A parsed text with its comments.
struct ParsedText {
  AstContext context;
  FileAst ast;
  std::vector<Comment> comments;

  ParsedText(const source::SourceFile& file, diag::Emitter& emitter) : ast(Parse(context, file, emitter)) {
    if (!ast.has_errors) {
      comments = FindComments(file, context.names);
    }
  }
};

// The string in triple quotes before all statements, which is no statement.
source::Span FindDoc(const source::SourceFile& file, ParsedText& parsed) {
  diag::Collector collector;
  diag::Emitter ignored(&collector);
  TokenPieces pieces(file, file.span(), LexMode::kFile, parsed.context.names, ignored);
  std::vector<Token> tokens;
  const Stmts body = parsed.ast.body;
  pieces.Next(tokens);
  for (const Token& token : tokens) {
    if (token.kind == TokenKind::kString) {
      const bool is_statement = !body.empty() && body[0]->span.begin == token.span.begin;
      return is_statement ? source::Span() : token.span;
    }
    if (token.kind != TokenKind::kNewline) {
      break;
    }
  }
  return {};
}

std::string PrintText(const source::SourceFile& file, ParsedText& parsed) {
  return StatementPrinter(file, parsed.comments).Print(parsed.ast, FindDoc(file, parsed));
}

// Writes the kinds and fields of a syntax tree, for comparisons.
class TreeDescription {
 public:
  explicit TreeDescription(const Interner& names) : names_(names) {}

  template <typename T>
  void Add(const T& field) {
    const auto add = [&](const auto& inner) { Add(inner); };
    if constexpr (std::is_same_v<T, Name>) {
      Add(field.symbol.has_value() ? names_.Text(field.symbol) : std::string_view());
    } else if constexpr (std::is_same_v<T, std::string_view>) {
      Add(field.size());
      out_ += field;
    } else if constexpr (FieldList<T>) {
      Add(field.size());
      for (const auto& item : field) {
        Add(item);
      }
    } else if constexpr (std::is_pointer_v<T>) {
      NeedStack();
      Add(field != nullptr);
      if (field != nullptr) {
        Add(*field);
      }
    } else if constexpr (BaseNode<T>) {
      Add(field.kind);
      WithNodeType(field, add);
    } else if constexpr (HasFields<T>) {
      ForEachField(field, add);
    } else if constexpr (std::is_same_v<T, double>) {
      Add(std::bit_cast<uint64_t>(field));
    } else {
      out_.append(std::to_string(static_cast<int64_t>(field))).append(" ");
    }
  }

  std::string Take() { return std::move(out_); }

 private:
  const Interner& names_;
  std::string out_;
};

// The meaning of a text and its comments, for comparisons.
std::string Describe(const ParsedText& parsed) {
  std::vector<std::string_view> texts;
  texts.reserve(parsed.comments.size());
  for (const Comment& comment : parsed.comments) {
    texts.push_back(comment.text);
  }
  std::sort(texts.begin(), texts.end());
  TreeDescription tree(parsed.context.names);
  tree.Add(parsed.ast.body);
  tree.Add(parsed.ast.doc);
  std::string description = tree.Take();
  for (const std::string_view text : texts) {
    description.append("\n").append(text);
  }
  return description;
}

// KCL's rules move a few comments again when they are applied again.
constexpr int kMostRounds = 8;

}  // namespace

Formatted Format(const source::SourceFile& file, diag::Emitter& emitter) {
  ParsedText parsed(file, emitter);
  if (parsed.ast.has_errors) {
    return {Outcome::kSyntaxErrors, {}};
  }
  const std::string meaning = Describe(parsed);
  std::string text = PrintText(file, parsed);
  for (int round = 0; round < kMostRounds; ++round) {
    diag::Collector collector;
    diag::Emitter again_emitter(&collector);
    const source::SourceFile again(file.name(), text, file.base());
    ParsedText again_parsed(again, again_emitter);
    if (again_parsed.ast.has_errors || Describe(again_parsed) != meaning) {
      return {Outcome::kUnfaithful, {}};
    }
    std::string again_text = PrintText(again, again_parsed);
    if (again_text == text) {
      return {Outcome::kFormatted, std::move(text)};
    }
    text = std::move(again_text);
  }
  return {Outcome::kUnfaithful, {}};
}

}  // namespace kval::kcl::format
