#include "src/lsp/structure/helm_template_names.h"

#include <algorithm>
#include <array>
#include <utility>

#include "src/lang/gotemplate/lexer.h"

namespace kval::lsp {
namespace {

using gotemplate::TokenKind;
using NameKind = HelmTemplateName::NameKind;
using Path = std::vector<std::string_view>;

constexpr size_t kMaxText = size_t{1} << 20;
constexpr size_t kMaxPath = 24;
constexpr size_t kMaxVariables = 256;  // that are looked at
constexpr std::string_view kItem = "[]";
constexpr std::array<std::string_view, 7> kRoots = {"Values", "Release",  "Chart",    "Capabilities",
                                                    "Files",  "Template", "Subcharts"};

struct Token {
  TokenKind kind;
  std::string_view text;
  ByteRange range;
};

bool IsRoot(std::string_view name) {
  return std::find(kRoots.begin(), kRoots.end(), name) != kRoots.end();
}

std::optional<Path> Extended(const std::optional<Path>& base, std::string_view name) {
  if (!base || base->size() >= kMaxPath) {
    return IsRoot(name) && !base ? std::optional(Path{name}) : std::nullopt;
  }
  Path path = *base;
  path.push_back(name);
  // A map that a chart passes to a template usually holds Helm's data under some name: `.context.Values`.
  if (name == "Values" && !IsRoot(path.front())) {
    path.erase(path.begin(), path.end() - 1);
  }
  return path;
}

bool IsText(const Token& token) {
  return token.kind == TokenKind::kString || token.kind == TokenKind::kRawString;
}

// A string without its quotes, of which the last may be missing.
ByteRange ContentRange(const Token& token) {
  const bool is_closed = token.text.size() > 1 && token.text.back() == token.text.front();
  return {token.range.begin + 1, token.range.end - (is_closed ? 1 : 0)};
}

// What `.` and variables are, in a block and those around it.
struct Block {
  std::optional<Path> dot;
  size_t variables = 0;   // how many there were before it
  size_t definition = 0;  // 1 + its index; 0: it defines no template
};

class OutlineReader {
 public:
  explicit OutlineReader(std::string_view text) : text_(text) {}

  HelmTemplateOutline Run() {
    for (size_t at = text_.find("{{"); at != std::string_view::npos; at = text_.find("{{", at)) {
      at = ReadAction(at);
    }
    for (; !blocks_.empty(); blocks_.pop_back()) {
      CloseDefinition(text_.size());
    }
    return std::move(outline_);
  }

 private:
  // Part of an expression whose path may be known: a chain of fields, or brackets.
  struct Operand {
    size_t end = 0;  // index of the token after it; 0: none begins here
    std::optional<Path> path;
  };

  // Returns where the search for the next action begins.
  size_t ReadAction(size_t at) {
    gotemplate::Lexer lexer(text_.substr(at), true, true);
    gotemplate::Token token = lexer.Next();
    if (token.kind != TokenKind::kLeftDelimiter || token.pos != 0) {
      return at + (token.kind == TokenKind::kError ? 2 : std::max<size_t>(token.pos, 2));  // a comment
    }
    tokens_.clear();
    size_t end = 0;
    for (token = lexer.Next();; token = lexer.Next()) {
      const size_t begin = at + token.pos;
      const bool is_next = token.kind == TokenKind::kChar && text_.substr(begin).starts_with("{{");
      if (is_next || token.kind == TokenKind::kEnd || token.kind == TokenKind::kRightDelimiter) {
        action_ = {at + 2, begin};
        end = begin + (token.kind == TokenKind::kRightDelimiter ? token.text.size() : 0);
        break;
      }
      if (token.kind == TokenKind::kError) {
        end = AddIncomplete(begin);
        action_ = {at + 2, end};
        break;
      }
      if (token.kind != TokenKind::kSpace) {
        // A dot that ends the text may be the begin of a number.
        const TokenKind kind = token.text == "." ? TokenKind::kDot : token.kind;
        tokens_.push_back({kind, token.text, {begin, begin + token.text.size()}});
      }
    }
    outline_.actions.push_back(action_);
    ReadTokens({at, end});
    return std::max(end, at + 2);
  }

  // A string without its closing quote ends with its line. Returns the end of what was read.
  size_t AddIncomplete(size_t begin) {
    const size_t line_end = std::min(text_.find('\n', begin), text_.size());
    if (begin < text_.size() && (text_[begin] == '"' || text_[begin] == '`')) {
      size_t end = std::min(text_.find("}}", begin), line_end);
      while (end > begin + 1 && text_[end - 1] == ' ') {
        --end;
      }
      tokens_.push_back({TokenKind::kString, text_.substr(begin, end - begin), {begin, end}});
      return line_end;
    }
    return begin;
  }

  void Add(NameKind kind, ByteRange range, Path path) {
    outline_.names.push_back({kind, range, std::move(path)});
  }

  std::string_view TextOf(ByteRange range) const {
    return text_.substr(range.begin, range.end - range.begin);
  }

  // A string: the name of a template after `include` or `template`.
  void AddString(size_t i, ByteRange content) {
    outline_.strings.push_back(content);
    if (i > 0 && (Is(i - 1, TokenKind::kTemplate) || IsName(i - 1, "include"))) {
      Add(NameKind::kReference, content, {TextOf(content)});
    }
  }

  bool Is(size_t i, TokenKind kind) const { return i < tokens_.size() && tokens_[i].kind == kind; }
  bool IsName(size_t i, std::string_view name) const {
    return Is(i, TokenKind::kIdentifier) && tokens_[i].text == name;
  }
  bool IsAttached(size_t i) const {
    return i > 0 && i < tokens_.size() && tokens_[i - 1].range.end == tokens_[i].range.begin;
  }

  void ReadTokens(ByteRange whole) {
    const bool is_else = Is(0, TokenKind::kElse);
    const size_t keyword = is_else ? 1 : 0;
    if (is_else && !blocks_.empty()) {
      CloseBlock(whole.begin);
      OpenBlock(dot(), 0);
    }
    ReadOperands();
    ReadStatement(keyword, is_else, whole);
  }

  // Adds the names of an action, and finds the paths of its operands.
  void ReadOperands() {
    operands_.assign(tokens_.size(), {});
    std::vector<size_t> brackets;
    for (size_t i = 0; i < tokens_.size();) {
      const Token& token = tokens_[i];
      if (token.kind == TokenKind::kLeftParen) {
        brackets.push_back(i++);
      } else if (token.kind == TokenKind::kRightParen && !brackets.empty()) {
        const size_t open = brackets.back();
        brackets.pop_back();
        i = ReadChain(open, i + 1, PathOf(open + 1, i));
      } else if (token.kind == TokenKind::kVariable) {
        Add(NameKind::kVariable, token.range, {token.text});
        i = ReadChain(i, i + 1, Variable(token.text));
      } else if (token.kind == TokenKind::kDot) {
        if (i + 1 == tokens_.size() || !IsAttached(i + 1)) {
          Add(NameKind::kField, {token.range.end, token.range.end}, Extended(dot(), "").value_or(Path()));
        }
        operands_[i] = {i + 1, dot()};
        ++i;
      } else if (token.kind == TokenKind::kField) {
        i = ReadChain(i, i, dot());
      } else {
        ReadOther(i++);
      }
    }
  }

  void ReadOther(size_t i) {
    const Token& token = tokens_[i];
    if (IsText(token)) {
      AddString(i, ContentRange(token));
    } else if (token.kind == TokenKind::kIdentifier || token.kind >= TokenKind::kBlock) {
      Add(NameKind::kFunction, token.range, {token.text});
    }
  }

  // The fields from the token `next`, of an operand that begins with the token `first`. Returns the index
  // after it.
  size_t ReadChain(size_t first, size_t next, std::optional<Path> path) {
    for (; next == first || IsAttached(next); ++next) {
      const bool is_field = Is(next, TokenKind::kField);
      if (!is_field && !Is(next, TokenKind::kDot)) {
        break;
      }
      const Token& token = tokens_[next];
      const std::string_view name = is_field ? token.text.substr(1) : std::string_view();
      path = Extended(path, name);
      Add(NameKind::kField, {token.range.begin + 1, token.range.end}, path.value_or(Path()));
    }
    operands_[first] = {next, std::move(path)};
    return next;
  }

  // The path of an expression, if it is one that reads data and nothing else.
  std::optional<Path> PathOf(size_t begin, size_t end) const {
    if (begin >= end) {
      return std::nullopt;
    }
    const Operand& first = operands_[begin];
    if (first.end != 0) {
      const bool has_default =
          first.end + 1 < end && Is(first.end, TokenKind::kPipe) && IsName(first.end + 1, "default");
      return first.end == end || has_default ? first.path : std::nullopt;
    }
    if (IsName(begin, "default")) {
      for (size_t i = begin + 1; i < end; i = std::max(operands_[i].end, i + 1)) {
        if (operands_[i].end == end) {
          return operands_[i].path;
        }
      }
    }
    return IsName(begin, "index") || IsName(begin, "get") ? IndexedPath(begin + 1, end) : std::nullopt;
  }

  // `index .Values "a" 0`.
  std::optional<Path> IndexedPath(size_t begin, size_t end) const {
    if (begin >= end || operands_[begin].end == 0) {
      return std::nullopt;
    }
    std::optional<Path> path = operands_[begin].path;
    for (size_t i = operands_[begin].end; i < end && path; ++i) {
      path = Extended(path, IsText(tokens_[i]) ? TextOf(ContentRange(tokens_[i])) : kItem);
    }
    return path;
  }

  void ReadStatement(size_t keyword, bool is_else, ByteRange whole) {
    const TokenKind kind = keyword < tokens_.size() ? tokens_[keyword].kind : TokenKind::kEnd;
    if (kind == TokenKind::kEndKeyword) {
      CloseBlock(whole.end);
      return;
    }
    if (kind == TokenKind::kDefine || kind == TokenKind::kBlock) {
      Define(keyword + 1, kind == TokenKind::kBlock, whole);
      return;
    }
    const bool is_branch = kind == TokenKind::kIf || kind == TokenKind::kWith || kind == TokenKind::kRange;
    size_t begin = keyword + (is_branch ? 1 : 0);
    std::vector<std::string_view> variables;
    for (; Is(begin, TokenKind::kVariable) &&
           (Is(begin + 1, TokenKind::kDeclare) || Is(begin + 1, TokenKind::kAssign) ||
            Is(begin + 1, TokenKind::kChar));
         begin += 2) {
      variables.push_back(tokens_[begin].text);
    }
    std::optional<Path> path = PathOf(begin, tokens_.size());
    if (is_branch && is_else && !blocks_.empty()) {
      blocks_.pop_back();  // `else if` and `else with` have one `end` with the block before
    }
    if (kind == TokenKind::kRange) {
      path = path ? Extended(path, kItem) : path;
    }
    if (is_branch) {
      OpenBlock(kind == TokenKind::kIf ? dot() : path, 0);
    }
    for (const std::string_view name : variables) {
      variables_.emplace_back(name, name == variables.back() ? path : std::nullopt);
    }
  }

  void Define(size_t name, bool is_block, ByteRange whole) {
    if (name >= tokens_.size() || !IsText(tokens_[name])) {
      OpenBlock(Path(), 0);
      return;
    }
    const ByteRange range = ContentRange(tokens_[name]);
    Add(NameKind::kDefinition, range, {TextOf(range)});
    outline_.definitions.push_back({TextOf(range), range, whole});
    OpenBlock(is_block ? PathOf(name + 1, tokens_.size()) : Path(), outline_.definitions.size());
  }

  std::optional<Path> dot() const { return blocks_.empty() ? Path() : blocks_.back().dot; }

  std::optional<Path> Variable(std::string_view name) const {
    const auto end = variables_.rbegin() + static_cast<ptrdiff_t>(std::min(variables_.size(), kMaxVariables));
    const auto found =
        std::find_if(variables_.rbegin(), end, [&](const auto& variable) { return variable.first == name; });
    return found != end ? found->second : name == "$" ? std::optional(Path()) : std::nullopt;
  }

  void OpenBlock(std::optional<Path> dot, size_t definition) {
    blocks_.push_back({std::move(dot), variables_.size(), definition});
  }
  void CloseBlock(size_t end) {
    if (!blocks_.empty()) {
      CloseDefinition(end);
      variables_.resize(blocks_.back().variables);
      blocks_.pop_back();
    }
  }
  void CloseDefinition(size_t end) {
    if (const size_t definition = blocks_.back().definition; definition > 0) {
      outline_.definitions[definition - 1].range.end = end;
    }
  }

  std::string_view text_;
  HelmTemplateOutline outline_;
  ByteRange action_;
  std::vector<Token> tokens_;      // of one action, without spaces
  std::vector<Operand> operands_;  // by the index of their first token
  std::vector<Block> blocks_;
  std::vector<std::pair<std::string_view, std::optional<Path>>> variables_;
};

}  // namespace

const HelmTemplateName* HelmTemplateOutline::NameAt(size_t at) const {
  const auto found = std::find_if(names.begin(), names.end(),
                                  [at](const HelmTemplateName& name) { return name.range.Contains(at); });
  return found == names.end() ? nullptr : &*found;
}

bool HelmTemplateOutline::IsInCode(size_t at) const {
  const auto has = [at](ByteRange range) { return range.Contains(at); };
  return std::any_of(actions.begin(), actions.end(), has) &&
         std::none_of(strings.begin(), strings.end(), has);
}

HelmTemplateOutline FindHelmTemplateNames(std::string_view text) {
  return text.size() > kMaxText ? HelmTemplateOutline() : OutlineReader(text).Run();
}

}  // namespace kval::lsp
