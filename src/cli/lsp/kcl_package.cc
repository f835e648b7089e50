#include "src/cli/lsp/kcl_package.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "src/cli/lsp/kcl_cursor.h"
#include "src/source/file_reader.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

constexpr size_t kMaxFiles = 200;
constexpr size_t kMaxBases = 32;

std::string_view LeadingName(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), IsInKclName);
  return text.substr(0, static_cast<size_t>(end - text.begin()));
}

// The first line of the docstring in a schema statement.
std::string DocumentationIn(std::string_view schema) {
  const size_t colon = schema.find(":\n");
  std::string_view body = colon == std::string_view::npos ? std::string_view() : schema.substr(colon + 1);
  body = Trimmed(body);
  for (const std::string_view quotes : {"\"\"\"", "'''"}) {
    if (body.starts_with(quotes)) {
      body = Trimmed(body.substr(quotes.size()));
      body = body.substr(0, std::min(body.find('\n'), body.find(quotes)));
      return std::string(Trimmed(body));
    }
  }
  return {};
}

// The description of an attribute in the docstring of its schema: the lines below `name: type` with more
// indentation, as one line; empty if there is none.
std::string AttributeDocumentation(std::string_view schema, std::string_view name) {
  constexpr std::string_view kQuotes = "\"\"\"";
  const size_t begin = schema.find(kQuotes);
  const size_t end = begin == std::string_view::npos ? begin : schema.find(kQuotes, begin + kQuotes.size());
  if (end == std::string_view::npos) {
    return {};
  }
  std::string description;
  std::optional<size_t> column;  // of the attribute's line
  for (size_t at = begin; at < end;) {
    const size_t stop = std::min(schema.find('\n', at), end);
    const std::string_view line = schema.substr(at, stop - at);
    at = stop + 1;
    const size_t first = std::min(line.find_first_not_of(" \t"), line.size());
    const std::string_view content = Trimmed(line);
    if (column && !content.empty()) {
      if (first <= *column) {
        break;
      }
      description.append(description.empty() ? "" : " ").append(content);
    } else if (!column && content.starts_with(name) &&
               Trimmed(content.substr(name.size())).starts_with(':')) {
      column = first;
    }
  }
  return description;
}

}  // namespace

KclPackage::KclPackage(const std::string& path, const OpenDocuments& opened) {
  const std::string directory(GetDirectoryPrefix(path));
  source::DiskFileReader disk;
  std::set<std::string> paths = {path};
  const Result<std::vector<std::string>> names = disk.List(directory);
  for (const std::string& name : names ? *names : std::vector<std::string>()) {
    if (name.ends_with(".k") && !name.ends_with("_test.k") && paths.size() < kMaxFiles) {
      paths.insert(directory + name);
    }
  }
  for (const auto& [open, text] : opened.strings) {
    if (open.ends_with(".k") && GetDirectoryPrefix(open) == directory) {
      paths.insert(open);
    }
  }
  for (const std::string& file : paths) {
    const auto open = opened.strings.find(file);
    const Result<std::string> text =
        open != opened.strings.end() ? Result<std::string>(open->second) : disk.ReadBelow(directory, file);
    if (text) {
      Add(file, *text);
    }
  }
}

void KclPackage::Add(const std::string& path, const std::string& text) {
  std::string_view schema;
  for (lsp::Symbol& symbol : lsp::FindKclSymbols(text)) {
    const std::string_view whole =
        std::string_view(text).substr(symbol.range.begin, symbol.range.end - symbol.range.begin);
    if (symbol.depth == 0) {
      const bool is_schema = symbol.kind == lsp::SymbolKind::kClass;
      schema = is_schema ? whole : std::string_view();
      globals_.push_back({path, std::move(symbol), is_schema ? DocumentationIn(whole) : std::string()});
      attributes_.emplace_back();
      values_.emplace_back(whole.substr(0, std::min(whole.find('{'), whole.size())));
    } else if (symbol.depth == 1 && symbol.kind == lsp::SymbolKind::kProperty && !globals_.empty()) {
      std::string description = AttributeDocumentation(schema, symbol.name);
      attributes_.back().push_back({path, std::move(symbol), std::move(description)});
    }
  }
}

const KclDeclaration* KclPackage::Find(std::string_view name) const {
  const auto found = std::find_if(globals_.begin(), globals_.end(),
                                  [name](const KclDeclaration& one) { return one.symbol.name == name; });
  return found == globals_.end() ? nullptr : &*found;
}

std::vector<KclDeclaration> KclPackage::AttributesOf(std::string_view schema) const {
  std::vector<KclDeclaration> all;
  std::set<std::string> known;
  std::string next(schema);
  for (size_t i = 0; i < kMaxBases; ++i) {
    const KclDeclaration* found = Find(next);
    if (found == nullptr || found->symbol.kind != lsp::SymbolKind::kClass) {
      break;
    }
    for (const KclDeclaration& attribute : attributes_[static_cast<size_t>(found - globals_.data())]) {
      if (known.insert(attribute.symbol.name).second) {
        all.push_back(attribute);
      }
    }
    next = found->symbol.detail;
  }
  return all;
}

std::vector<KclDeclaration> KclPackage::KeysOf(std::string_view variable) const {
  const KclDeclaration* found = Find(variable);
  return found == nullptr || found->symbol.kind == lsp::SymbolKind::kClass
             ? std::vector<KclDeclaration>()
             : attributes_[static_cast<size_t>(found - globals_.data())];
}

std::string KclPackage::SchemaOf(std::string_view name_or_type) const {
  std::string_view type = name_or_type;
  while (type.starts_with('[') || type.starts_with('(')) {
    type.remove_prefix(1);
  }
  std::string name(LeadingName(type));
  const KclDeclaration* found = Find(name);
  if (found == nullptr || found->symbol.kind == lsp::SymbolKind::kClass) {
    return found == nullptr ? std::string() : name;
  }
  // `web = Web {…}`, `web: Web {…}`, `type Web = Base`
  const std::string& value = values_[static_cast<size_t>(found - globals_.data())];
  const size_t at = value.find_first_of(":=");
  const size_t last = value.find('=', at == std::string::npos ? value.size() : at);
  const size_t begin = last == std::string::npos ? at : last;
  name = begin == std::string::npos ? "" : LeadingName(Trimmed(std::string_view(value).substr(begin + 1)));
  const KclDeclaration* schema = Find(name);
  return schema != nullptr && schema->symbol.kind == lsp::SymbolKind::kClass ? name : std::string();
}

}  // namespace kval::cli
