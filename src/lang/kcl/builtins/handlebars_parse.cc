#include <algorithm>
#include <optional>

#include "src/lang/kcl/builtins/handlebars.h"
#include "src/lang/kcl/builtins/number_text.h"
#include "src/support/ascii.h"

namespace kval::kcl::builtins::handlebars {
namespace {

constexpr std::string_view kSpaces = " \t\r\n";

bool IsSpaceOrTab(char c) {
  return kSpaces.find(c) != std::string_view::npos;
}

enum class TagKind : uint8_t { kText, kExpression, kOpen, kElse, kClose, kComment };

// A piece of the template: text, or the content of a tag between braces.
struct Tag {
  TagKind kind = TagKind::kText;
  std::string text;  // of an expression: without braces and sigil
  bool is_escaped = true;
  bool is_raw_block = false;
  bool trims_left = false;
  bool trims_right = false;

  // Whether the tag is removed together with its line if it is alone on it.
  bool may_stand_alone() const { return kind != TagKind::kText && kind != TagKind::kExpression; }
};

// Cuts a template into tags.
class TagScanner {
 public:
  explicit TagScanner(std::string_view text) : rest_(text) {}

  Result<std::vector<Tag>> Scan() {
    while (!rest_.empty()) {
      size_t open = rest_.find("{{");
      if (open == std::string_view::npos) {
        Text(rest_);
        break;
      }
      // A backslash makes the braces text; another one in front of it makes it text itself.
      const bool is_escaped = open > 0 && rest_[open - 1] == '\\';
      if (is_escaped && open > 1 && rest_[open - 2] == '\\') {
        Text(rest_.substr(0, open - 1));
        rest_.remove_prefix(open);
        if (!Braces()) {
          return Failure{"a `{{` is never closed"};
        }
        continue;
      }
      if (is_escaped) {
        Text(rest_.substr(0, open - 1));
        size_t close = rest_.find("}}", open);
        size_t end = close == std::string_view::npos ? rest_.size() : close + 2;
        Text(rest_.substr(open, end - open));
        rest_.remove_prefix(end);
        continue;
      }
      Text(rest_.substr(0, open));
      rest_.remove_prefix(open);
      if (!Braces()) {
        return Failure{"a `{{` is never closed"};
      }
    }
    return std::move(tags_);
  }

 private:
  void Text(std::string_view text) {
    if (text.empty()) {
      return;
    }
    if (!tags_.empty() && tags_.back().kind == TagKind::kText) {
      tags_.back().text += text;
    } else {
      tags_.push_back({TagKind::kText, std::string(text)});
    }
  }

  // The text up to `close`, which is consumed too.
  std::optional<std::string_view> Until(size_t skip, std::string_view close) {
    size_t end = rest_.find(close, skip);
    if (end == std::string_view::npos) {
      return std::nullopt;
    }
    std::string_view inner = rest_.substr(skip, end - skip);
    rest_.remove_prefix(end + close.size());
    return inner;
  }

  bool Braces() {
    if (rest_.starts_with("{{{{")) {
      return RawBlock();
    }
    if (rest_.starts_with("{{!--") || rest_.starts_with("{{~!--")) {
      Tag tag{TagKind::kComment};
      tag.trims_left = rest_[2] == '~';
      rest_.remove_prefix(tag.trims_left ? 6 : 5);
      std::optional<std::string_view> inner = Until(0, "--");
      while (inner && !rest_.starts_with("}}") && !rest_.starts_with("~}}")) {
        inner = Until(0, "--");
      }
      inner = inner ? Until(0, "}}") : inner;
      if (!inner) {
        return false;
      }
      tag.trims_right = inner->starts_with('~');
      tags_.push_back(tag);
      return true;
    }
    bool is_triple = rest_.starts_with("{{{") || rest_.starts_with("{{~{");
    std::optional<std::string_view> inner = Until(2, is_triple ? "}}}" : "}}");
    if (is_triple && !inner) {
      inner = Until(2, "}~}}");
    }
    if (!inner) {
      return false;
    }
    AddTag(*inner, is_triple);
    return true;
  }

  void AddTag(std::string_view inner, bool is_triple) {
    Tag tag{TagKind::kExpression};
    if (inner.starts_with('~')) {
      tag.trims_left = true;
      inner.remove_prefix(1);
    }
    if (inner.ends_with('~')) {
      tag.trims_right = true;
      inner.remove_suffix(1);
    }
    if (is_triple) {
      tag.is_escaped = false;
      inner.remove_prefix(inner.starts_with('{') ? 1 : 0);
    }
    char sigil = inner.empty() || is_triple ? '\0' : inner[0];
    constexpr std::string_view kSigils = "#^/!&";
    if (sigil != '\0' && kSigils.find(sigil) != std::string_view::npos) {
      inner.remove_prefix(1);
      tag.is_escaped = sigil != '&';
      tag.kind = sigil == '#'   ? TagKind::kOpen
                 : sigil == '^' ? TagKind::kElse
                 : sigil == '/' ? TagKind::kClose
                 : sigil == '!' ? TagKind::kComment
                                : TagKind::kExpression;
    }
    tag.text = std::string(Trimmed(inner, kSpaces));
    if (tag.kind == TagKind::kExpression && (tag.text == "else" || tag.text.starts_with("else "))) {
      tag.kind = TagKind::kElse;
      tag.text = std::string(Trimmed(std::string_view(tag.text).substr(4), kSpaces));
    }
    tags_.push_back(tag);
  }

  // `{{{{name}}}} text {{{{/name}}}}`: the text verbatim.
  bool RawBlock() {
    std::optional<std::string_view> name = Until(4, "}}}}");
    std::optional<std::string_view> body = name ? Until(0, "{{{{/") : name;
    if (!body || !Until(0, "}}}}")) {
      return false;
    }
    Text(*body);
    return true;
  }

  std::string_view rest_;
  std::vector<Tag> tags_;
};

// Removes spaces where `~` requires it, and the lines that contain only a block's tag or a comment.
void TrimText(std::vector<Tag>& tags) {
  std::vector<bool> is_standalone(tags.size());
  for (size_t i = 0; i < tags.size(); ++i) {
    bool is_first = i == 0;
    bool is_last = i + 1 == tags.size();
    if (!tags[i].may_stand_alone() || (!is_first && tags[i - 1].kind != TagKind::kText) ||
        (!is_last && tags[i + 1].kind != TagKind::kText)) {
      continue;
    }
    std::string_view before = is_first ? std::string_view() : std::string_view(tags[i - 1].text);
    std::string_view after = is_last ? std::string_view() : std::string_view(tags[i + 1].text);
    size_t line = before.find_last_not_of(" \t");
    size_t end = after.find_first_not_of(" \t\r");
    bool starts = line == std::string_view::npos ? i <= 1 : before[line] == '\n';
    bool ends = end == std::string_view::npos ? i + 2 >= tags.size() : after[end] == '\n';
    is_standalone[i] = starts && ends;
  }
  for (size_t i = 0; i < tags.size(); ++i) {
    if (i > 0 && tags[i - 1].kind == TagKind::kText) {
      std::string& before = tags[i - 1].text;
      if (tags[i].trims_left) {
        before.erase(before.find_last_not_of(kSpaces) + 1);
      } else if (is_standalone[i]) {
        before.erase(before.find_last_not_of(" \t") + 1);
      }
    }
    if (i + 1 < tags.size() && tags[i + 1].kind == TagKind::kText) {
      std::string& after = tags[i + 1].text;
      if (tags[i].trims_right) {
        after.erase(0, std::min(after.find_first_not_of(kSpaces), after.size()));
      } else if (is_standalone[i]) {
        size_t end = after.find('\n');
        after.erase(0, end == std::string::npos ? after.size() : end + 1);
      }
    }
  }
}

// Reads the inside of one tag.
class ExpressionScanner {
 public:
  ExpressionScanner(runtime::Heap& heap, std::string_view text) : heap_(heap), rest_(text) {}

  std::optional<Expression> Scan() {
    Expression expression;
    if (!ScanParam(expression.head, 0)) {
      return std::nullopt;
    }
    for (SkipSpaces(); !rest_.empty(); SkipSpaces()) {
      if (rest_.starts_with("as |")) {
        return BlockParams(expression) ? std::optional<Expression>(expression) : std::nullopt;
      }
      size_t name = NameLength();
      if (name > 0 && name < rest_.size() && rest_[name] == '=') {
        std::string key(rest_.substr(0, name));
        rest_.remove_prefix(name + 1);
        expression.hash.emplace_back(key, Param());
        if (!ScanParam(expression.hash.back().second, 0)) {
          return std::nullopt;
        }
        continue;
      }
      expression.params.emplace_back();
      if (!ScanParam(expression.params.back(), 0)) {
        return std::nullopt;
      }
    }
    return expression;
  }

 private:
  void SkipSpaces() {
    while (!rest_.empty() && IsSpaceOrTab(rest_[0])) {
      rest_.remove_prefix(1);
    }
  }

  size_t NameLength() const {
    size_t length = 0;
    while (length < rest_.size() && !IsSpaceOrTab(rest_[length]) &&
           std::string_view("=()\"'").find(rest_[length]) == std::string_view::npos) {
      ++length;
    }
    return length;
  }

  bool BlockParams(Expression& expression) {
    rest_.remove_prefix(4);
    size_t end = rest_.find('|');
    if (end == std::string_view::npos) {
      return false;
    }
    std::string_view names = rest_.substr(0, end);
    while (!(names = Trimmed(names, kSpaces)).empty()) {
      size_t space = std::min(names.find_first_of(kSpaces), names.size());
      expression.block_params.emplace_back(names.substr(0, space));
      names.remove_prefix(space);
    }
    rest_.remove_prefix(end + 1);
    return Trimmed(rest_, kSpaces).empty();
  }

  bool ScanParam(Param& param, int depth) {
    SkipSpaces();
    if (rest_.empty() || depth > kMaxDepth) {
      return false;
    }
    if (rest_[0] == '(') {
      return ScanCall(param, depth);
    }
    if (rest_[0] == '"' || rest_[0] == '\'') {
      size_t end = rest_.find(rest_[0], 1);
      if (end == std::string_view::npos) {
        return false;
      }
      param.kind = ParamKind::kLiteral;
      param.literal = String(heap_, rest_.substr(1, end - 1));
      rest_.remove_prefix(end + 1);
      return true;
    }
    return ScanWord(param);
  }

  bool ScanCall(Param& param, int depth) {
    rest_.remove_prefix(1);
    param.kind = ParamKind::kCall;
    for (SkipSpaces(); !rest_.empty() && rest_[0] != ')'; SkipSpaces()) {
      param.call.emplace_back();
      if (!ScanParam(param.call.back(), depth + 1)) {
        return false;
      }
    }
    bool is_closed = !rest_.empty() && !param.call.empty();
    rest_.remove_prefix(rest_.empty() ? 0 : 1);
    return is_closed;
  }

  bool ScanWord(Param& param) {
    size_t length = 0;
    bool in_brackets = false;
    while (length < rest_.size() && (in_brackets || (!IsSpaceOrTab(rest_[length]) && rest_[length] != ')'))) {
      in_brackets = rest_[length] == '[' || (in_brackets && rest_[length] != ']');
      ++length;
    }
    std::string word(rest_.substr(0, length));
    rest_.remove_prefix(length);
    if (word.empty()) {
      return false;
    }
    param.kind = ParamKind::kLiteral;
    if (word == "true" || word == "false") {
      param.literal = runtime::Bool(word == "true");
    } else if (word == "null" || word == "undefined") {
      param.literal = runtime::None();
    } else if (std::optional<int64_t> integer = ParseInt(word, 10)) {
      param.literal = runtime::Int(*integer);
    } else if (std::optional<double> real = ParseFloat(word);
               real && word.find_first_not_of("0123456789.-eE+") == std::string::npos) {
      param.literal = runtime::Float(*real);
    } else {
      param.kind = ParamKind::kPath;
      param.path = word;
    }
    return true;
  }

  runtime::Heap& heap_;
  std::string_view rest_;
};

// Builds the tree.
class TreeBuilder {
 public:
  TreeBuilder(runtime::Heap& heap, const std::vector<Tag>& tags) : heap_(heap), tags_(tags) {}

  Result<std::vector<HandlebarsNode>> Build() {
    std::vector<HandlebarsNode> nodes = Nodes(0);
    if (error_.empty() && next_ < tags_.size()) {
      error_ = "`" + tags_[next_].text + "` closes nothing";
    }
    return error_.empty() ? Result<std::vector<HandlebarsNode>>(std::move(nodes))
                          : Result<std::vector<HandlebarsNode>>(Failure{error_});
  }

 private:
  // The nodes up to an `else` or a closing tag, which is left.
  std::vector<HandlebarsNode> Nodes(int depth) {
    std::vector<HandlebarsNode> nodes;
    while (error_.empty() && next_ < tags_.size()) {
      const Tag& tag = tags_[next_];
      if (tag.kind == TagKind::kElse || tag.kind == TagKind::kClose) {
        break;
      }
      ++next_;
      HandlebarsNode node;
      if (tag.kind == TagKind::kText) {
        node.text = tag.text;
      } else if (tag.kind == TagKind::kExpression) {
        node.kind = HandlebarsNodeKind::kExpression;
        node.is_escaped = tag.is_escaped;
        node.expression = Expr(tag.text);
      } else if (tag.kind != TagKind::kComment) {
        node = Block(tag.text, depth + 1);
      } else {
        continue;
      }
      nodes.push_back(std::move(node));
    }
    return nodes;
  }

  Expression Expr(std::string_view text) {
    std::optional<Expression> expression = ExpressionScanner(heap_, text).Scan();
    if (!expression || text.starts_with('>') || text.starts_with('*')) {
      error_ = "`{{" + std::string(text) + "}}` is not supported or malformed";
      return {};
    }
    return std::move(*expression);
  }

  HandlebarsNode Block(const std::string& text, int depth) {
    HandlebarsNode node = Opened(text, depth);
    const std::string& name = node.expression.head.path;
    bool is_closed = error_.empty() && next_ < tags_.size() && tags_[next_].text == name;
    if (error_.empty() && !is_closed) {
      error_ = "`{{#" + text + "}}` is never closed";
    }
    ++next_;
    return node;
  }

  // Parses a block without its closing tag; `else if` makes the rest a separate block inside `otherwise`.
  HandlebarsNode Opened(const std::string& text, int depth) {
    HandlebarsNode node;
    node.kind = HandlebarsNodeKind::kBlock;
    node.expression = Expr(text);
    if (depth > kMaxDepth) {
      error_ = "blocks are nested too deeply";
      return node;
    }
    node.body = Nodes(depth);
    if (error_.empty() && next_ < tags_.size() && tags_[next_].kind == TagKind::kElse) {
      std::string condition = tags_[next_++].text;
      if (condition.empty()) {
        node.otherwise = Nodes(depth);
      } else {
        node.otherwise.push_back(Opened(condition, depth + 1));
      }
    }
    return node;
  }

  runtime::Heap& heap_;
  const std::vector<Tag>& tags_;
  size_t next_ = 0;
  std::string error_;
};

}  // namespace

Result<Template> Parse(runtime::Heap& heap, std::string_view text) {
  Result<std::vector<Tag>> tags = TagScanner(text).Scan();
  if (!tags) {
    return tags.failure();
  }
  TrimText(*tags);
  Result<std::vector<HandlebarsNode>> nodes = TreeBuilder(heap, *tags).Build();
  if (!nodes) {
    return nodes.failure();
  }
  return Template{std::move(*nodes)};
}

}  // namespace kval::kcl::builtins::handlebars
