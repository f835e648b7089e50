#include "src/lsp/structure/kcl_tokens.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "src/lsp/structure/code_scanner.h"
#include "src/support/ascii.h"

namespace kval::lsp {
namespace {

using Kind = CodeToken::Kind;

constexpr std::array<std::string_view, 28> kKeywords = {
    "False", "None", "True",   "Undefined", "all",     "and",    "any",    "as",  "assert", "check",
    "elif",  "else", "filter", "for",       "if",      "import", "in",     "is",  "lambda", "map",
    "mixin", "not",  "or",     "protocol",  "relaxed", "rule",   "schema", "type"};
constexpr std::array<std::string_view, 4> kQuantifiers = {"all", "any", "filter", "map"};  // also functions
constexpr std::array<std::string_view, 5> kTypes = {"any", "bool", "float", "int", "str"};

template <size_t Size>
bool Contains(const std::array<std::string_view, Size>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class KclTokens {
 public:
  KclTokens(std::string_view text, std::vector<SemanticToken>& tokens)
      : scanner_(text, {0, text.size()}), tokens_(tokens) {}

  void Read() {
    for (CodeToken token = scanner_.Next(); token.kind != Kind::kEnd && tokens_.size() < kMostTokens;
         token = scanner_.Next()) {
      AddToken(token);
    }
  }

 private:
  void AddToken(const CodeToken& token) {
    const std::string_view written = scanner_.TextOf(token);
    switch (token.kind) {
      case Kind::kLineBreak:
        is_import_ = is_type_ = false;
        is_start_ = true;
        line_ = token.range.end;
        return;
      case Kind::kComment:
        return Add(token, TokenType::kComment);
      case Kind::kNumber:
        Add(token, TokenType::kNumber);
        break;
      case Kind::kString:
        Add(token, TokenType::kString);
        break;
      case Kind::kName:
        AddName(token, written);
        break;
      case Kind::kSymbol:
        ReadSymbol(written.front());
        break;
      case Kind::kEnd:
        return;
    }
    const bool begins_entry = written == "{" || (written == "," && !open_.empty() && open_.back() == '{');
    is_start_ = begins_entry;
    previous_ = written;
  }

  void ReadSymbol(char symbol) {
    if (std::string_view("([{").find(symbol) != std::string_view::npos) {
      open_ += symbol;
    } else if (std::string_view(")]}").find(symbol) != std::string_view::npos && !open_.empty()) {
      open_.pop_back();
    }
    // `name: type = value`
    is_type_ = open_.empty() && (symbol == ':' ? is_attribute_ : is_type_ && symbol != '=');
  }

  void AddName(const CodeToken& token, std::string_view name) {
    const bool is_member = previous_ == ".";
    const bool is_key = is_start_ && !is_member && IsKeyNext();
    if (is_import_) {
      if (name == "as") {
        return Add(token, TokenType::kKeyword);
      }
      modules_.erase(last_module_);
      last_module_ = name;
      modules_.insert(name);
      return Add(token, TokenType::kNamespace);
    }
    if (is_key) {
      return AddKey(token);
    }
    if (is_type_ && Contains(kTypes, name)) {
      return Add(token, TokenType::kType);
    }
    if (!is_member && Contains(kKeywords, name) && !(Contains(kQuantifiers, name) && scanner_.IsNext("("))) {
      is_import_ = name == "import";
      last_module_ = {};
      return Add(token, TokenType::kKeyword);
    }
    AddReference(token, name, is_member);
  }

  void AddReference(const CodeToken& token, std::string_view name, bool is_member) {
    const bool is_schema = !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
    const bool is_called = scanner_.IsNext("(");
    if (previous_ == "schema" || previous_ == "mixin" || previous_ == "protocol" || previous_ == "rule") {
      Add(token, TokenType::kClass, true);
    } else if (previous_ == "type") {
      Add(token, TokenType::kType, true);
    } else if (previous_ == "@") {
      Add(token, TokenType::kDecorator);
    } else if (is_schema && (!is_member || is_type_ || scanner_.IsNext("{"))) {
      Add(token, TokenType::kClass);
    } else if (is_member) {
      Add(token, is_called ? TokenType::kMethod : TokenType::kProperty);
    } else if (is_called) {
      Add(token, TokenType::kFunction);
    } else if (!open_.empty() && open_.back() == '(' && scanner_.IsNext("=")) {
      Add(token, TokenType::kParameter);
    } else {
      Add(token, modules_.contains(name) ? TokenType::kNamespace : TokenType::kVariable);
    }
  }

  // `name:`, `name?:`, `name =`, `name +=` at the beginning of a statement or entry.
  bool IsKeyNext() const {
    return scanner_.IsNext(":") || scanner_.IsNext("?:") || scanner_.IsNext("=") || scanner_.IsNext("+=");
  }

  // A key of a config, an attribute of a schema, or a global variable.
  void AddKey(const CodeToken& token) {
    const bool is_global = open_.empty() && token.range.begin == line_;
    is_attribute_ = open_.empty();
    Add(token, is_global ? TokenType::kVariable : TokenType::kProperty, open_.empty());
  }

  void Add(const CodeToken& token, TokenType type, bool is_declaration = false) {
    tokens_.push_back({token.range, type, is_declaration});
  }

  CodeScanner scanner_;
  std::vector<SemanticToken>& tokens_;
  std::set<std::string_view> modules_;  // names that imports bind
  std::string_view last_module_;        // of the import
  std::string open_;                    // brackets
  size_t line_ = 0;                     // where the line begins
  bool is_start_ = true;                // of a statement or entry
  bool is_import_ = false;
  bool is_attribute_ = false;  // the last key was outside of brackets
  bool is_type_ = false;       // a type follows
  std::string_view previous_;
};

}  // namespace

void AddKclTokens(std::string_view text, std::vector<SemanticToken>& tokens) {
  KclTokens(text, tokens).Read();
}

}  // namespace kval::lsp
