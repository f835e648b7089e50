#include "src/cli/lsp/answers.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "annotations/overlay/module.h"
#include "src/driver/session.h"
#include "src/driver/template_runtime.h"
#include "src/lang/starlark/methods.h"
#include "src/lsp/results.h"
#include "src/lsp/structure/symbols.h"
#include "src/lsp/text_position.h"
#include "src/modules/module_table.h"
#include "src/source/file_reader.h"
#include "src/support/ascii.h"
#include "src/support/path_text.h"
#include "src/support/take_part.h"

namespace kval::cli {
namespace {

using lsp::CompletionItem;
using lsp::CompletionItemKind;

constexpr std::string_view kLoad = "load(";
constexpr size_t kMostBytesOfLoad = 4096;  // of a call
constexpr std::string_view kYtt = "@ytt:";
constexpr std::string_view kHostModules[] = {"data", "library", "overlay", "template"};

bool IsInName(char c) {
  return IsAlnum(c) || c == '_';
}

bool IsLibraryFile(std::string_view name) {
  return name.ends_with(".star") || name.ends_with(".lib.yml") || name.ends_with(".lib.yaml") ||
         name.ends_with(".lib.txt");
}

class LoadQuery {
 public:
  LoadQuery(const lsp::SchemaQuery& query, const OpenDocuments& opened)
      : query_(query), opened_(opened), text_(opened.strings.at(query.path)) {
    at_ = lsp::ByteAt(text_, query.position);
    const size_t before = at_ == 0 ? std::string::npos : text_.rfind('\n', at_ - 1);
    const size_t begin = before == std::string::npos ? 0 : before + 1;
    line_ = std::string_view(text_).substr(begin, at_ - begin);
  }

  std::optional<std::string> Answer() {
    const bool is_code = query_.path.ends_with(".star") || line_.find("#@") != std::string_view::npos;
    if (!is_code) {
      return std::nullopt;
    }
    const size_t load = line_.rfind(kLoad);
    const std::string_view arguments =
        load == std::string_view::npos ? std::string_view() : line_.substr(load + kLoad.size());
    const bool is_in_string = std::count(arguments.begin(), arguments.end(), '"') % 2 != 0;
    if (is_in_string) {
      const size_t quote = arguments.rfind('"');
      begin_ = at_ - (arguments.size() - quote - 1);
      if (arguments.find(',') == std::string_view::npos) {
        AddFiles(arguments.substr(quote + 1));
      } else {
        AddNames(arguments.substr(1, arguments.find('"', 1) - 1));
        std::erase_if(items_, [&](const CompletionItem& item) {
          return arguments.find('"' + item.label + '"') != std::string_view::npos;
        });
      }
      end_ = std::min(text_.find_first_of("\"\n", at_), text_.size());
    } else if (!AddMembers() && !AddNamesOfText()) {
      return std::nullopt;
    }
    return items_.empty() ? "null" : lsp::CompletionResult(text_, begin_, end_, query_.position, items_);
  }

 private:
  void Add(std::string_view text, CompletionItemKind kind, std::string_view detail = {}) {
    items_.push_back({std::string(text), std::string(text), kind, false, std::string(detail), {}});
  }

  // `typed`: of the path, whose directory is listed.
  void AddFiles(std::string_view typed) {
    std::vector<std::string> modules(std::begin(kHostModules), std::end(kHostModules));
    driver::Session session;
    for (const std::string_view name : modules::ModuleTable(&session.runtime->starlark, {}).Names()) {
      modules.emplace_back(name);
    }
    std::sort(modules.begin(), modules.end());
    for (const std::string& name : modules) {
      Add(std::string(kYtt) + name, CompletionItemKind::kVariable, "module");
    }
    const std::string directory(GetDirectoryPrefix(query_.path));
    const std::string prefix(GetDirectoryPrefix(typed));
    const Result<std::vector<std::string>> names = source::DiskFileReader().List(directory + prefix);
    for (const std::string& name : names ? *names : std::vector<std::string>()) {
      if (IsLibraryFile(name) && directory + prefix + name != query_.path) {
        Add(prefix + name, CompletionItemKind::kValue, "file");
      }
    }
  }

  // What a loaded file exports.
  void AddNames(std::string_view loaded) {
    if (loaded.starts_with(kYtt)) {
      Add(loaded.substr(kYtt.size()), CompletionItemKind::kVariable, "module");
      return;
    }
    const std::string directory(GetDirectoryPrefix(query_.path));
    const std::string path = directory + std::string(loaded);
    const auto open = opened_.strings.find(path);
    const Result<std::string> text = open != opened_.strings.end()
                                         ? Result<std::string>(open->second)
                                         : source::DiskFileReader().ReadBelow(directory, path);
    if (!text || !IsLibraryFile(path)) {
      return;
    }
    for (const lsp::Symbol& function :
         path.ends_with(".star") ? lsp::FindStarlarkFunctions(*text) : lsp::FindTemplateFunctions(*text)) {
      if (function.depth == 0 && !function.name.starts_with('_')) {
        Add(function.name, CompletionItemKind::kFunction, function.detail);
      }
    }
    if (path.ends_with(".star")) {
      AddVariables(*text);
    }
  }

  // The names that statements at the top of a Starlark file assign: `NAME = 1`.
  void AddVariables(std::string_view text) {
    while (!text.empty()) {
      const std::string_view line = TakePart(text, '\n');
      const auto end = std::find_if_not(line.begin(), line.end(), IsInName);
      const std::string_view name = line.substr(0, static_cast<size_t>(end - line.begin()));
      const std::string_view rest =
          line.substr(std::min(line.find_first_not_of(' ', name.size()), line.size()));
      const bool is_new = std::none_of(items_.begin(), items_.end(),
                                       [name](const CompletionItem& item) { return item.label == name; });
      if (!name.empty() && !name.starts_with('_') && rest.starts_with('=') && !rest.starts_with("==") &&
          is_new) {
        Add(name, CompletionItemKind::kVariable, "variable");
      }
    }
  }

  // In an expression of a template: the functions of the text, the names that it loads, and the parameters of
  // the function above.
  bool AddNamesOfText() {
    begin_ = end_ = at_;
    while (begin_ > 0 && IsInName(text_[begin_ - 1])) {
      --begin_;
    }
    while (end_ < text_.size() && IsInName(text_[end_])) {
      ++end_;
    }
    const std::string_view before = line_.substr(0, line_.size() - (at_ - begin_));
    size_t code = before.rfind("#@ ");
    if (code == std::string_view::npos && before.ends_with('=')) {
      code = before.rfind("#@");  // an argument of an annotation
    }
    if (code == std::string_view::npos ||
        std::string_view(" (=,[+").find(before.back()) == std::string_view::npos ||
        std::count(before.begin() + static_cast<std::ptrdiff_t>(code), before.end(), '"') % 2 != 0) {
      return false;
    }
    for (const lsp::Symbol& function : lsp::FindTemplateFunctions(text_)) {
      Add(function.name, CompletionItemKind::kFunction, function.detail);
    }
    AddLoaded();
    AddParameters();
    return !items_.empty();
  }

  // The names of `load("file", "name", alias="name")`.
  void AddLoaded() {
    for (size_t at = text_.find(kLoad); at != std::string::npos; at = text_.find(kLoad, at + 1)) {
      std::string_view arguments = std::string_view(text_).substr(at, kMostBytesOfLoad);
      arguments = arguments.substr(0, arguments.find_first_of(")\n"));
      arguments.remove_prefix(std::min(arguments.find(',') + 1, arguments.size()));
      while (!arguments.empty()) {
        const size_t comma = std::min(arguments.find(','), arguments.size());
        const std::string_view one = arguments.substr(0, comma);
        const size_t first = std::min(one.find_first_not_of(" \""), one.size());
        const std::string_view name = one.substr(first, one.find_first_of("=\"", first) - first);
        if (!name.empty()) {
          Add(name, CompletionItemKind::kVariable, "loaded");
        }
        arguments.remove_prefix(std::min(comma + 1, arguments.size()));
      }
    }
  }

  void AddParameters() {
    constexpr std::string_view kFunction = "#@ def ";
    const size_t function = text_.rfind(kFunction, at_);
    const size_t open = function == std::string::npos ? function : text_.find('(', function);
    const size_t close = open == std::string::npos ? open : text_.find(')', open);
    if (close == std::string::npos || close > at_ || text_.find("#@ end", close) < at_) {
      return;
    }
    for (size_t at = open + 1; at < close;) {
      const size_t end = std::min(text_.find(',', at), close);
      std::string_view name = std::string_view(text_).substr(at, end - at);
      name = name.substr(0, name.find('='));
      while (name.starts_with(' ') || name.starts_with('*')) {
        name.remove_prefix(1);
      }
      if (!name.empty()) {
        Add(name, CompletionItemKind::kVariable, "parameter");
      }
      at = end + 1;
    }
  }

  // After `"text".`, and after `name.` for a module that the text loads under its own name.
  bool AddMembers() {
    size_t dot = at_;
    while (dot > 0 && IsInName(text_[dot - 1])) {
      --dot;
    }
    if (dot == 0 || text_[dot - 1] != '.') {
      return false;
    }
    if (dot > 1 && (text_[dot - 2] == '"' || text_[dot - 2] == '\'')) {
      begin_ = dot;
      end_ = at_;
      for (const starlark::Method& method : starlark::StringMethods()) {
        Add(method.name, CompletionItemKind::kFunction);
      }
      return true;
    }
    size_t begin = dot - 1;
    while (begin > 0 && IsInName(text_[begin - 1])) {
      --begin;
    }
    const std::string name = text_.substr(begin, dot - 1 - begin);
    const bool is_member = begin > 0 && text_[begin - 1] == '.';
    if (name.empty() || is_member ||
        text_.find("\"" + std::string(kYtt) + name + "\"") == std::string::npos) {
      return false;
    }
    begin_ = dot;
    end_ = at_;
    while (end_ < text_.size() && IsInName(text_[end_])) {
      ++end_;
    }
    if (name == "data") {
      for (const std::string_view member : {"values", "list", "read"}) {
        Add(member, CompletionItemKind::kFunction);
      }
      return true;
    }
    driver::Session session;
    modules::ModuleTable table(&session.runtime->starlark, {});
    table.AddHost("overlay", [&session] {
      return starlark::Value(annotations::MakeOverlayModule(session.runtime->overlay_context()));
    });
    const auto file = table.Load(name);
    const starlark::Module* module = file.ok() ? (*file)->Find(name).As<starlark::Module>() : nullptr;
    for (size_t i = 0; module != nullptr && i < module->size(); ++i) {
      Add(module->member_name(i), CompletionItemKind::kFunction);
    }
    return true;
  }

  const lsp::SchemaQuery& query_;
  const OpenDocuments& opened_;
  const std::string& text_;
  size_t at_ = 0, begin_ = 0, end_ = 0;
  std::string_view line_;  // up to the position
  std::vector<CompletionItem> items_;
};

}  // namespace

std::optional<std::string> AnswerLoadQuery(const lsp::SchemaQuery& query, const OpenDocuments& opened) {
  const bool is_asked = query.kind == lsp::SchemaQuery::QueryKind::kCompletion && !query.path.ends_with(".k");
  return is_asked ? LoadQuery(query, opened).Answer() : std::nullopt;
}

}  // namespace kval::cli
