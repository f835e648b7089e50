#include "src/cli/lsp/answers.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "src/cli/lsp/kcl_cursor.h"
#include "src/cli/lsp/kcl_package.h"
#include "src/lang/kcl/signatures/signatures.h"
#include "src/lsp/results.h"
#include "src/lsp/text_position.h"
#include "src/report/uri.h"
#include "src/support/ascii.h"

namespace kval::cli {
namespace {

using kcl::signatures::Module;
using kcl::signatures::Signature;
using lsp::CompletionItem;
using lsp::CompletionItemKind;
using lsp::SymbolKind;
using QueryKind = lsp::SchemaQuery::QueryKind;

std::string TextOf(const Signature& function) {
  return std::string(function.name) + "(" + std::string(function.parameter_list) + ") -> " +
         std::string(function.result);
}

class KclQuery {
 public:
  KclQuery(const lsp::SchemaQuery& query, const OpenDocuments& opened)
      : query_(query), opened_(opened), text_(opened.strings.at(query.path)), package_(query.path, opened) {
    at_ = lsp::ByteAt(text_, query.position);
    begin_ = end_ = at_;
    while (begin_ > 0 && IsInKclName(text_[begin_ - 1])) {
      --begin_;
    }
    while (end_ < text_.size() && IsInKclName(text_[end_])) {
      ++end_;
    }
    const size_t before = begin_ == 0 ? std::string::npos : text_.rfind('\n', begin_ - 1);
    line_ = Before(before == std::string::npos ? 0 : before + 1);
  }

  std::string Complete() {
    if (IsInTextOrComment(line_)) {
      AddQuoted();
      return items_.empty() ? "null" : lsp::CompletionResult(text_, begin_, end_, query_.position, items_);
    }
    const std::string_view line = Trimmed(line_);
    if (line == "import") {
      AddModules();
    } else if (line.ends_with('.')) {
      AddMembers(line.substr(0, line.size() - 1));
    } else if (const std::optional<KclBraces> braces = FindBraces(text_, begin_, package_)) {
      AddInConfig(*braces);
    } else if (IsTypePosition()) {
      AddTypes();
    } else if (line.empty() || std::string_view("=([,:+|").find(line.back()) != std::string_view::npos ||
               line.ends_with(" in") || line.ends_with(" if") || line.ends_with("return")) {
      AddNames();
    }
    return items_.empty() ? "null" : lsp::CompletionResult(text_, begin_, end_, query_.position, items_);
  }

  std::string Hover() {
    const std::string_view word = std::string_view(text_).substr(begin_, end_ - begin_);
    std::string shown;
    if (IsInTextOrComment(line_)) {
      return lsp::HoverResult(query_.below);
    }
    if (const Signature* function = FindFunction(word)) {
      shown = "```kcl\n" + TextOf(*function) + "\n```\n\n" + std::string(function->doc);
    } else if (const std::optional<KclDeclaration> found = FindDeclaration(word)) {
      shown = Describe(*found);
    }
    const std::string& below = query_.below;
    return lsp::HoverResult(shown + (shown.empty() || below.empty() ? "" : "\n\n---\n\n") + below);
  }

  std::string Declaration() {
    const std::optional<KclDeclaration> found =
        FindDeclaration(std::string_view(text_).substr(begin_, end_ - begin_));
    if (!found) {
      return "null";
    }
    const auto open = opened_.strings.find(found->path);
    const Result<std::string> text = open != opened_.strings.end()
                                         ? Result<std::string>(open->second)
                                         : source::DiskFileReader().Read(found->path);
    if (!text) {
      return "null";
    }
    const lsp::TextPositions positions(*text);
    const auto uri = opened_.uris.find(found->path);
    return lsp::LocationResult(
        uri == opened_.uris.end() ? report::UriOf(found->path) : uri->second,
        {positions.At(found->symbol.name_range.begin), positions.At(found->symbol.name_range.end)});
  }

 private:
  std::string_view Before(size_t begin) const {
    return std::string_view(text_).substr(begin, begin_ - begin);
  }

  // The members of a union of strings, in the quotes of a value in a config.
  void AddQuoted() {
    const size_t quote = line_.find_last_of("\"'");
    const size_t line = begin_ - line_.size();
    if (quote == std::string_view::npos) {
      return;
    }
    const size_t opening = line + quote;
    const size_t end = std::min(text_.find('\n', begin_), text_.size());
    const size_t closing = text_.find(text_[opening], opening + 1);
    begin_ = opening;
    line_ = Before(line);
    const std::optional<KclBraces> braces = FindBraces(text_, begin_, package_);
    if (braces && Trimmed(line_).ends_with('=')) {
      AddInConfig(*braces);
    }
    std::erase_if(items_, [&](const CompletionItem& item) { return item.text.front() != text_[opening]; });
    for (CompletionItem& item : items_) {
      item.label = item.text = item.text.substr(1, item.text.size() - 2);
    }
    begin_ = opening + 1;
    end_ = closing < end ? closing : std::max(end_, begin_);
  }

  // Keys at the beginning of an entry, values after its `=`.
  void AddInConfig(const KclBraces& braces) {
    const std::string_view inside = Before(braces.begin);
    const size_t entry = inside.find_last_of(",\n{");
    const std::string_view typed =
        Trimmed(entry == std::string_view::npos ? inside : inside.substr(entry + 1));
    if (typed.empty()) {
      AddAttributes(braces);
      return;
    }
    if (typed.ends_with('=') || typed.ends_with(':')) {
      const std::string_view key = Trimmed(typed.substr(0, typed.size() - 1));
      for (const KclDeclaration& attribute : package_.AttributesOf(braces.schema)) {
        if (attribute.symbol.name == key) {
          AddValues(attribute.symbol.detail);
        }
      }
    }
    AddNames();
  }

  void AddAttributes(const KclBraces& braces) {
    const std::string_view whole = std::string_view(text_).substr(braces.begin);
    const std::string_view inside = whole.substr(0, whole.find('}'));
    for (const KclDeclaration& attribute : package_.AttributesOf(braces.schema)) {
      const std::string& name = attribute.symbol.name;
      const size_t known = inside.find(name + " =");
      if (known == std::string_view::npos || braces.begin + known == begin_) {
        items_.push_back(
            {name, name + " = ", CompletionItemKind::kProperty, false, attribute.symbol.detail, {}});
      }
    }
  }

  // The members of a union of literals, the values of `bool`, an instance of a schema.
  void AddValues(std::string_view type) {
    const std::string schema = package_.SchemaOf(type);
    if (!schema.empty()) {
      items_.push_back({schema, schema + " {}", CompletionItemKind::kProperty, true, "schema", {}});
      return;
    }
    for (size_t begin = 0; begin < type.size();) {
      const size_t end = std::min(type.find('|', begin), type.size());
      const std::string member(Trimmed(type.substr(begin, end - begin)));
      if (member == "bool") {
        AddValue("True");
        AddValue("False");
      } else if (!member.empty() &&
                 (member.front() == '"' || member.front() == '\'' || IsDigit(member.front()))) {
        AddValue(member);
      }
      begin = end + 1;
    }
  }
  void AddValue(const std::string& value) {
    items_.push_back({value, value, CompletionItemKind::kEnumMember, true, {}, {}});
  }

  // After `name:` in the body of a schema, and after `type X =`.
  bool IsTypePosition() const {
    const std::string_view line = Trimmed(line_);
    const size_t colon = line.find(':');
    const std::string_view name = Trimmed(line.substr(0, std::min({line.find('?'), colon, line.size()})));
    const bool is_attribute = colon != std::string_view::npos && !line_.empty() && line_.front() == ' ' &&
                              line.find('=') == std::string_view::npos && !name.empty() &&
                              std::all_of(name.begin(), name.end(), IsInKclName);
    return is_attribute || (line.starts_with("type ") && line.find('=') != std::string_view::npos);
  }

  void AddTypes() {
    for (const char* type : {"str", "int", "float", "bool", "any"}) {
      items_.push_back({type, type, CompletionItemKind::kKeyword, false, "type", {}});
    }
    for (const KclDeclaration& one : package_.globals()) {
      if (one.symbol.kind == SymbolKind::kClass || one.symbol.kind == SymbolKind::kTypeParameter) {
        AddGlobal(one);
      }
    }
  }

  void AddGlobal(const KclDeclaration& one) {
    const bool is_schema = one.symbol.kind == SymbolKind::kClass;
    const bool is_known = std::any_of(items_.begin(), items_.end(), [&](const CompletionItem& item) {
      return item.label == one.symbol.name;
    });
    if (!is_known) {
      items_.push_back({one.symbol.name, one.symbol.name,
                        is_schema ? CompletionItemKind::kProperty : CompletionItemKind::kVariable, false,
                        is_schema ? "schema" : "", one.description});
    }
  }

  void AddNames() {
    for (const KclDeclaration& attribute :
         package_.AttributesOf(SchemaAround(text_, begin_, query_.path, package_))) {
      items_.push_back({attribute.symbol.name,
                        attribute.symbol.name,
                        CompletionItemKind::kProperty,
                        true,
                        attribute.symbol.detail,
                        {}});
    }
    for (const char* constant : {"True", "False", "None", "Undefined"}) {
      items_.push_back({constant, constant, CompletionItemKind::kKeyword, false, {}, {}});
    }
    for (const KclDeclaration& one : package_.globals()) {
      if (one.symbol.name_range.begin != begin_ || one.path != query_.path) {
        AddGlobal(one);
      }
    }
    for (const std::string& module : ImportedModules()) {
      items_.push_back({module, module, CompletionItemKind::kVariable, false, "module", {}});
    }
    for (const Signature& function : kcl::signatures::BuiltinFunctions()) {
      AddFunction(function);
    }
  }

  void AddFunction(const Signature& function) {
    items_.push_back({std::string(function.name), std::string(function.name), CompletionItemKind::kFunction,
                      false, TextOf(function), std::string(function.doc)});
  }

  void AddModules() {
    for (const Module& module : kcl::signatures::SystemModules()) {
      items_.push_back({std::string(module.name),
                        std::string(module.name),
                        CompletionItemKind::kVariable,
                        false,
                        "module",
                        {}});
    }
  }

  // The names that `import` statements of the text bind.
  std::vector<std::string> ImportedModules() const {
    std::vector<std::string> names;
    for (size_t begin = 0; begin < text_.size();) {
      const size_t end = std::min(text_.find('\n', begin), text_.size());
      const std::string_view line = std::string_view(text_).substr(begin, end - begin);
      if (line.starts_with("import ")) {
        names.emplace_back(LastName(Trimmed(line)));
      }
      begin = end + 1;
    }
    return names;
  }

  // The module of KCL that a name means: itself, or its alias in an import.
  const Module* ModuleNamed(std::string_view name) const {
    const std::string alias = " as " + std::string(name);
    const size_t at = text_.find(alias + "\n");
    const std::string_view before = at == std::string::npos ? name : std::string_view(text_).substr(0, at);
    return kcl::signatures::FindSystemModule(LastName(before));
  }

  void AddMembers(std::string_view before) {
    if (before.ends_with('"') || before.ends_with('\'')) {
      for (const Signature& method : kcl::signatures::StringMethods()) {
        AddFunction(method);
      }
      return;
    }
    const std::string_view name = LastName(before);
    const bool is_member = before.substr(0, before.size() - name.size()).ends_with('.');
    if (const Module* module = is_member ? nullptr : ModuleNamed(name)) {
      for (const Signature& function : module->functions) {
        AddFunction(function);
      }
      for (const kcl::signatures::Constant& constant : module->constants) {
        items_.push_back({std::string(constant.name),
                          std::string(constant.name),
                          CompletionItemKind::kValue,
                          false,
                          "int",
                          {}});
      }
      return;
    }
    const std::string schema = SchemaOfExpression(before);
    const bool has_keys = schema.empty() && !is_member;
    for (const KclDeclaration& attribute : has_keys ? package_.KeysOf(name) : package_.AttributesOf(schema)) {
      items_.push_back({attribute.symbol.name,
                        attribute.symbol.name,
                        CompletionItemKind::kProperty,
                        false,
                        attribute.symbol.detail,
                        {}});
    }
  }

  // The schema of `name` or `name.attribute…`; empty if it is not known.
  std::string SchemaOfExpression(std::string_view expression) const {
    std::vector<std::string_view> names = {LastName(expression)};
    while (expression.substr(0, expression.size() - names.back().size()).ends_with('.')) {
      expression.remove_suffix(names.back().size() + 1);
      names.push_back(LastName(expression));
    }
    std::string schema = package_.SchemaOf(names.back());
    schema = schema.empty() ? package_.SchemaOf(ParameterType(text_, begin_, names.back())) : schema;
    for (names.pop_back(); !names.empty(); names.pop_back()) {
      const std::vector<KclDeclaration> attributes = package_.AttributesOf(schema);
      const auto attribute =
          std::find_if(attributes.begin(), attributes.end(),
                       [&names](const KclDeclaration& one) { return one.symbol.name == names.back(); });
      schema = attribute == attributes.end() ? std::string() : package_.SchemaOf(attribute->symbol.detail);
    }
    return schema;
  }

  // A built-in function, or a member of a module.
  const Signature* FindFunction(std::string_view word) const {
    if (begin_ == 0 || text_[begin_ - 1] != '.') {
      return package_.Find(word) == nullptr ? kcl::signatures::FindBuiltin(word) : nullptr;
    }
    const std::string_view owner = std::string_view(text_).substr(0, begin_ - 1);
    if (owner.ends_with('"') || owner.ends_with('\'')) {
      return kcl::signatures::FindStringMethod(word);
    }
    const Module* module = ModuleNamed(LastName(owner));
    return module == nullptr ? nullptr : kcl::signatures::FindFunction(*module, word);
  }

  // The attribute that a key sets, or a global.
  std::optional<KclDeclaration> FindDeclaration(std::string_view word) const {
    if (word.empty()) {
      return std::nullopt;
    }
    std::string schema;
    if (begin_ > 0 && text_[begin_ - 1] == '.') {
      schema = SchemaOfExpression(std::string_view(text_).substr(0, begin_ - 1));
    } else if (const std::optional<KclBraces> braces = FindBraces(text_, begin_, package_)) {
      const std::string_view after = Trimmed(std::string_view(text_).substr(end_));
      schema = after.starts_with('=') || after.starts_with(':') ? braces->schema : std::string();
    } else {
      schema = SchemaAround(text_, begin_, query_.path, package_);
    }
    for (const KclDeclaration& attribute : package_.AttributesOf(schema)) {
      if (attribute.symbol.name == word) {
        return attribute;
      }
    }
    const KclDeclaration* found = package_.Find(word);
    return found == nullptr ? std::nullopt : std::optional(*found);
  }

  static std::string Describe(const KclDeclaration& one) {
    const lsp::Symbol& symbol = one.symbol;
    if (symbol.kind == SymbolKind::kClass) {
      return "**schema " + symbol.name + (symbol.detail.empty() ? "" : "(" + symbol.detail + ")") + "**" +
             (one.description.empty() ? "" : "\n\n" + one.description);
    }
    return "**" + symbol.name + "**" + (symbol.detail.empty() ? "" : ": " + symbol.detail) +
           (one.description.empty() ? "" : "\n\n" + one.description);
  }

  const lsp::SchemaQuery& query_;
  const OpenDocuments& opened_;
  const std::string& text_;
  KclPackage package_;
  size_t at_ = 0, begin_ = 0, end_ = 0;  // the position, and the word around it
  std::string_view line_;                // from its beginning to the word
  std::vector<CompletionItem> items_;
};

}  // namespace

std::optional<std::string> AnswerKclQuery(const lsp::SchemaQuery& query, const OpenDocuments& opened) {
  const bool is_asked = query.kind == QueryKind::kHover || query.kind == QueryKind::kCompletion ||
                        query.kind == QueryKind::kDeclaration;
  if (!is_asked || !query.path.ends_with(".k")) {
    return std::nullopt;
  }
  KclQuery asked(query, opened);
  return query.kind == QueryKind::kHover        ? asked.Hover()
         : query.kind == QueryKind::kCompletion ? asked.Complete()
                                                : asked.Declaration();
}

}  // namespace kval::cli
