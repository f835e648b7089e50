#include "src/lsp/structure/semantic_tokens.h"

#include <algorithm>
#include <array>
#include <set>

#include "src/lsp/structure/code_scanner.h"
#include "src/lsp/structure/kcl_tokens.h"
#include "src/lsp/text_position.h"
#include "src/support/ascii.h"

namespace kval::lsp {
namespace {

using Kind = CodeToken::Kind;

constexpr std::array<std::string_view, 21> kStarlarkKeywords = {
    "False", "None", "True",   "and",  "break", "continue", "def",  "elif",   "else",  "end", "for",
    "if",    "in",   "lambda", "load", "not",   "or",       "pass", "return", "while", "is"};

// Collects the tokens of Starlark code, which may be in several pieces of a template.
class StarlarkTokens {
 public:
  StarlarkTokens(std::string_view text, std::vector<SemanticToken>& tokens) : text_(text), tokens_(tokens) {}

  void AddCode(ByteRange range) { Read(range, 0); }
  // Arguments of an annotation: `name=` is a parameter.
  void AddArguments(ByteRange range) { Read(range, 1); }

 private:
  void Read(ByteRange range, int depth) {
    CodeScanner scanner(text_, range);
    depth_ = depth;
    previous_ = {};
    is_definition_ = is_load_ = false;
    for (CodeToken token = scanner.Next(); token.kind != Kind::kEnd && tokens_.size() < kMostTokens;
         token = scanner.Next()) {
      AddToken(token, scanner);
      previous_ = scanner.TextOf(token);
    }
  }

  void AddToken(const CodeToken& token, const CodeScanner& scanner) {
    switch (token.kind) {
      case Kind::kNumber:
        return Add(token, TokenType::kNumber);
      case Kind::kComment:
        return Add(token, TokenType::kComment);
      case Kind::kString:
        return AddString(token, scanner.TextOf(token));
      case Kind::kName:
        return AddName(token, scanner);
      case Kind::kSymbol:
        depth_ += std::string_view("([{").find(scanner.TextOf(token)) != std::string_view::npos   ? 1
                  : std::string_view(")]}").find(scanner.TextOf(token)) != std::string_view::npos ? -1
                                                                                                  : 0;
        is_definition_ = is_definition_ && !(depth_ == 0 && scanner.TextOf(token) == ":");
        return;
      case Kind::kLineBreak:
        is_load_ = is_load_ && depth_ > 0;
        return;
      case Kind::kEnd:
        return;
    }
  }

  // The names that `load` takes from ytt's modules are those of modules.
  void AddString(const CodeToken& token, std::string_view written) {
    Add(token, TokenType::kString);
    constexpr std::string_view kQuotes = "\"'";
    const bool is_short = written.size() > 2 && kQuotes.find(written.front()) != std::string_view::npos;
    if (is_load_ && is_short) {
      modules_.insert(written.substr(1, written.size() - 2));
    }
  }

  void AddName(const CodeToken& token, const CodeScanner& scanner) {
    const std::string_view name = scanner.TextOf(token);
    if (std::find(kStarlarkKeywords.begin(), kStarlarkKeywords.end(), name) != kStarlarkKeywords.end()) {
      is_definition_ = is_definition_ || name == "def";
      is_load_ = is_load_ || name == "load";
      return Add(token, TokenType::kKeyword);
    }
    const bool is_called = scanner.IsNext("(");
    if (previous_ == "def") {
      Add(token, TokenType::kFunction, true);
    } else if (previous_ == ".") {
      Add(token, is_called ? TokenType::kMethod : TokenType::kProperty);
    } else if (is_called) {
      Add(token, TokenType::kFunction);
    } else if (is_definition_ && depth_ == 1 && (previous_ == "(" || previous_ == "," || previous_ == "*")) {
      Add(token, TokenType::kParameter, true);
    } else if (depth_ > 0 && scanner.IsNext("=")) {
      Add(token, TokenType::kParameter);
    } else if (modules_.contains(name)) {
      Add(token, TokenType::kNamespace);
    } else {
      Add(token, TokenType::kVariable, scanner.IsNext("="));
    }
  }

  void Add(const CodeToken& token, TokenType type, bool is_declaration = false) {
    tokens_.push_back({token.range, type, is_declaration});
  }

  std::string_view text_;
  std::vector<SemanticToken>& tokens_;
  std::set<std::string_view> modules_;  // names of loaded modules
  int depth_ = 0;                       // of brackets
  bool is_definition_ = false;          // between `def` and its colon
  bool is_load_ = false;                // in `load(…)`
  std::string_view previous_;
};

// The annotations and code of a ytt template.
class TemplateTokens {
 public:
  TemplateTokens(std::string_view text, std::vector<SemanticToken>& tokens)
      : text_(text), tokens_(tokens), code_(text, tokens) {}

  void Add(ByteRange range) {
    if (text_.find("#@") == std::string_view::npos) {
      return;
    }
    const TextTree tree(text_);
    size_t from = range.begin;
    for (const ByteRange comment : tree.comments()) {
      if (comment.end < range.begin) {
        continue;
      }
      if (comment.begin > range.end || tokens_.size() >= kMostTokens) {
        break;
      }
      AddInline({from, comment.begin});
      AddComment(comment);
      from = comment.end;
    }
    AddInline({from, range.end});
  }

 private:
  // `#@ code`, `#@name arguments`.
  void AddComment(ByteRange comment) {
    constexpr std::string_view kMark = "#@";
    const std::string_view written = text_.substr(comment.begin, comment.end - comment.begin);
    if (!written.starts_with(kMark)) {
      return;
    }
    const size_t name = comment.begin + kMark.size();
    const size_t end =
        std::min(text_.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_/", name),
                 comment.end);
    if (end > name) {
      tokens_.push_back({{comment.begin + 1, end}, TokenType::kDecorator});
      code_.AddArguments({end, comment.end});
    } else {
      tokens_.push_back({{comment.begin, name}, TokenType::kKeyword});
      code_.AddCode({name, comment.end});
    }
  }

  // `(@= code @)` in scalars.
  void AddInline(ByteRange range) {
    constexpr std::string_view kOpen = "(@", kClose = "@)";
    const std::string_view inside = text_.substr(0, std::max(range.begin, range.end));
    for (size_t at = inside.find(kOpen, range.begin); at != std::string_view::npos;) {
      const size_t close = inside.find(kClose, at);
      if (close == std::string_view::npos) {
        return;
      }
      size_t begin = at + kOpen.size();
      while (begin < close && (text_[begin] == '=' || text_[begin] == '-')) {
        ++begin;
      }
      code_.AddCode({begin, close - (text_[close - 1] == '-' && close > begin ? 1 : 0)});
      at = inside.find(kOpen, close);
    }
  }

  std::string_view text_;
  std::vector<SemanticToken>& tokens_;
  StarlarkTokens code_;
};

// The part of a token in each of its lines.
void AddLines(std::string_view text, const SemanticToken& token, std::vector<SemanticToken>& lines) {
  text = text.substr(0, token.range.end);
  for (size_t begin = token.range.begin; begin < token.range.end;) {
    const size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    if (end > begin) {
      lines.push_back({{begin, end}, token.type, token.is_declaration});
    }
    begin = end + 1;
  }
}

// The length of a part of a line in UTF-16 code units.
size_t Utf16Length(std::string_view text) {
  size_t length = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    length += (byte & 0xC0) == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1;
  }
  return length;
}

}  // namespace

std::string_view SemanticTokensLegend() {
  return R"({"tokenTypes":["namespace","type","class","parameter","variable","property","function","method",)"
         R"("keyword","comment","string","number","decorator"],"tokenModifiers":["declaration"]})";
}

std::vector<SemanticToken> FindSemanticTokens(std::string_view text, TextLanguage language, ByteRange range) {
  std::vector<SemanticToken> tokens;
  if (language == TextLanguage::kKcl) {
    AddKclTokens(text, tokens);
  } else if (language == TextLanguage::kStarlark) {
    StarlarkTokens(text, tokens).AddCode({0, text.size()});
  } else {
    TemplateTokens(text, tokens).Add(range);
  }
  std::vector<SemanticToken> lines;
  for (const SemanticToken& token : tokens) {
    if (token.range.end > range.begin && token.range.begin < range.end && lines.size() < kMostTokens) {
      AddLines(text, token, lines);
    }
  }
  return lines;
}

std::string SemanticTokensResult(std::string_view text, const std::vector<SemanticToken>& tokens,
                                 bool counts_bytes) {
  std::string data;
  size_t line_begin = 0, character = 0, at = 0, line_end = text.find('\n');
  for (const SemanticToken& token : tokens) {
    size_t lines = 0;
    for (; line_end < token.range.begin; line_end = text.find('\n', line_end + 1)) {
      ++lines;
      line_begin = line_end + 1;
    }
    const auto count = [&](size_t begin, size_t end) {
      return counts_bytes ? end - begin : Utf16Length(text.substr(begin, end - begin));
    };
    const size_t from = lines > 0 ? line_begin : at;
    const size_t start = (lines > 0 ? 0 : character) + count(from, token.range.begin);
    data += data.empty() ? "" : ",";
    data += std::to_string(lines) + ',' + std::to_string(lines > 0 ? start : start - character) + ',' +
            std::to_string(count(token.range.begin, token.range.end)) + ',' +
            std::to_string(static_cast<int>(token.type)) + ',' + (token.is_declaration ? '1' : '0');
    character = start;
    at = token.range.begin;
  }
  return R"({"data":[)" + data + "]}";
}

}  // namespace kval::lsp
