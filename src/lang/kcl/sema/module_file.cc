#include "src/lang/kcl/sema/module_file.h"

#include <optional>
#include <string_view>
#include <utility>

#include "src/lang/lex/toml_depth.h"
#include "src/lang/lex/toml_plus_plus.h"
#include "src/support/utf8.h"

namespace kval::kcl {
namespace {

constexpr diag::Def<std::string_view> kNoToml{diag::Kind::kBadModuleFile, "the kcl.mod is no TOML: {}"};
constexpr diag::Def<std::string_view, std::string_view> kWrongType{diag::Kind::kBadModuleFile,
                                                                   "`{}` of a kcl.mod must be {}"};

constexpr diag::Def<size_t> kTooDeep{
    diag::Kind::kLimitDepth, "the kcl.mod is nested more deeply than {} tables, arrays and parts of keys"};

// The keys that distinguish the versions of a package, by its source.
constexpr std::string_view kVersionKeys[] = {"version", "tag", "commit", "branch"};

class Reader {
 public:
  Reader(const source::SourceFile& file, size_t most_depth, diag::Emitter& emitter)
      : file_(file), most_depth_(most_depth), emitter_(emitter) {}

  ModuleFile Read() {
    if (const std::optional<size_t> deep = lex::TooDeepToml(file_.text(), most_depth_)) {
      const uint32_t at = file_.base() + static_cast<uint32_t>(*deep);
      emitter_.Report({at, at + 1}, kTooDeep, most_depth_).Emit();
      return {};
    }
    const toml::parse_result parsed = toml::parse(file_.text());
    if (!parsed) {
      const toml::parse_error& error = parsed.error();
      const uint32_t at = OffsetOf(error.source().begin);
      emitter_.Report({at, at}, kNoToml, error.description()).Emit();
      return {};
    }
    const toml::table& table = parsed.table();
    ReadPackage(table);
    ReadDependencies(table);
    ReadProfile(table);
    return std::move(result_);
  }

 private:
  void ReadPackage(const toml::table& table) {
    const toml::table* package = Table(table, "package");
    const toml::node* name = package ? package->get("name") : nullptr;
    if (name) {
      result_.name = String(*name, "package.name");
    }
  }

  void ReadDependencies(const toml::table& table) {
    const toml::table* dependencies = Table(table, "dependencies");
    if (!dependencies) {
      return;
    }
    for (const auto& [key, value] : *dependencies) {
      const std::string name(key.str());
      Dependency dependency;
      dependency.at = SpanOf(value);
      if (const auto version = value.value<std::string>()) {
        dependency.directories.push_back(name + "_" + *version);
      } else if (const toml::table* fields = value.as_table()) {
        ReadSource(name, *fields, dependency);
      } else {
        WrongType(value, "dependencies." + name, "a version or a table");
      }
      result_.dependencies[name] = std::move(dependency);
    }
  }

  void ReadSource(const std::string& name, const toml::table& fields, Dependency& dependency) {
    if (const toml::node* path = fields.get("path")) {
      dependency.path = String(*path, "dependencies." + name + ".path");
    }
    for (const std::string_view key : kVersionKeys) {
      if (const toml::node* version = fields.get(key)) {
        dependency.directories.push_back(name + "_" +
                                         String(*version, "dependencies." + name + "." + std::string(key)));
      }
    }
  }

  void ReadProfile(const toml::table& table) {
    const toml::table* profile = Table(table, "profile");
    const toml::node* entries = profile ? profile->get("entries") : nullptr;
    if (!entries) {
      return;
    }
    const toml::array* files = entries->as_array();
    if (!files) {
      WrongType(*entries, "profile.entries", "a list of files");
      return;
    }
    for (const toml::node& file : *files) {
      std::string path = String(file, "profile.entries");
      if (!path.empty()) {
        result_.entries.push_back({std::move(path), SpanOf(file)});
      }
    }
  }

  const toml::table* Table(const toml::table& table, std::string_view name) {
    const toml::node* node = table.get(name);
    if (node && !node->is_table()) {
      WrongType(*node, name, "a table");
    }
    return node ? node->as_table() : nullptr;
  }

  std::string String(const toml::node& node, const std::string& name) {
    if (!node.is_string()) {
      WrongType(node, name, "a string");
    }
    return node.value_or(std::string());
  }

  void WrongType(const toml::node& node, std::string_view name, std::string_view type) {
    emitter_.Report(SpanOf(node), kWrongType, name, type).Emit();
  }

  source::Span SpanOf(const toml::node& node) const {
    const uint32_t begin = OffsetOf(node.source().begin);
    const uint32_t end = OffsetOf(node.source().end);
    return {begin, end > begin ? end : begin};
  }

  // Lines and columns count from one, columns in code points.
  uint32_t OffsetOf(const toml::source_position& position) const {
    const uint32_t line = position.line == 0 ? 1 : static_cast<uint32_t>(position.line);
    if (line > file_.line_count()) {
      return file_.span().end;
    }
    const source::Span span = file_.LineSpan(line);
    const std::string_view text = file_.Text(span);
    size_t at = 0;
    for (uint32_t column = 1; column < position.column && at < text.size(); ++column) {
      at += utf8::Decode(text, at).length;
    }
    return span.begin + static_cast<uint32_t>(at);
  }

  const source::SourceFile& file_;
  const size_t most_depth_;
  diag::Emitter& emitter_;
  ModuleFile result_;
};

}  // namespace

ModuleFile ReadModuleFile(const source::SourceFile& file, size_t most_depth, diag::Emitter& emitter) {
  return Reader(file, most_depth, emitter).Read();
}

}  // namespace kval::kcl
