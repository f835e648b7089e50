#include "src/cli/lsp/kcl_member_places.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/lsp/kcl_places.h"
#include "src/cli/lsp/name_search.h"
#include "src/diag/collector.h"
#include "src/driver/session.h"
#include "src/lang/kcl/sema/analyze.h"
#include "src/lsp/text_position.h"
#include "src/support/ascii.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

using QueryKind = lsp::SchemaQuery::QueryKind;

constexpr size_t kMostPackages = 200;
constexpr size_t kMostPlaces = 100'000;

// A place in a file, by the name of the file.
struct MemberPlace {
  std::string file;
  lsp::ByteRange range;

  bool operator<(const MemberPlace& other) const {
    return std::pair(std::string_view(file), range.begin) <
           std::pair(std::string_view(other.file), other.range.begin);
  }
};

// Places of members, and which of them name the same one.
class MemberGroups {
 public:
  size_t Add(const MemberPlace& place) {
    const auto [known, is_new] = numbers_.try_emplace(place, groups_.size());
    if (is_new) {
      groups_.push_back(groups_.size());
    }
    return known->second;
  }
  void Unite(size_t a, size_t b) {
    const size_t group = GroupOf(b);
    groups_[GroupOf(a)] = group;
    groups_[a] = groups_[b] = group;  // shortens later searches
  }
  size_t GroupOf(size_t number) const {
    while (groups_[number] != number) {
      number = groups_[number];
    }
    return number;
  }
  const std::map<MemberPlace, size_t>& numbers() const { return numbers_; }

 private:
  std::map<MemberPlace, size_t> numbers_;
  std::vector<size_t> groups_;  // a member of the same group; the last one is itself
};

class MemberPlaceFinder {
 public:
  MemberPlaceFinder(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                    const ProcessEnvironment& environment)
      : query_(query), text_(opened, query.path, environment) {}

  Result<KeyPlaces> Find() {
    if (!text_.EnterDocumentDirectory()) {
      return Failure{"the directory of the file does not exist"};
    }
    OpenDocumentReader reading(disk_, text_);
    reader_ = &reading.files();
    const std::string own = LexicallyNormal(text_.name());
    directory_ = GetDirectoryPrefix(own);
    if (!FindName(own)) {
      return Failure{"the position names no attribute of a schema"};
    }
    others_ = FindOtherKclFiles(*reader_, directory_);
    Analyze(directory_, own);
    std::set<std::string> packages = {directory_};
    for (const std::string& file : others_) {
      const std::string directory(GetDirectoryPrefix(file));
      const bool is_package = file.ends_with(".k") && packages.size() < kMostPackages && Mentions(file);
      if (is_package && packages.insert(directory).second) {
        Analyze(directory, file);
      }
    }
    return Collect(own);
  }

 private:
  bool Mentions(const std::string& file) {
    const Result<std::string> text = reader_->Read(file);
    return text && ContainsName(*text, found_.name, "$");
  }

  // The name at the position.
  bool FindName(const std::string& own) {
    const Result<std::string> text = reader_->Read(own);
    if (!text) {
      return false;
    }
    const auto is_name = [&](size_t at) {
      return at < text->size() && (IsAlnum((*text)[at]) || (*text)[at] == '_');
    };
    size_t begin = lsp::ByteAt(*text, query_.position), end = begin;
    while (begin > 0 && is_name(begin - 1)) {
      --begin;
    }
    while (is_name(end)) {
      ++end;
    }
    found_.name = text->substr(begin, end - begin);
    found_.here = {begin, end};
    found_.kind = PlaceKind::kCode;
    return !found_.name.empty();
  }

  // Analyses a package; `file` is one of it, which may be a test.
  void Analyze(const std::string& directory, const std::string& file) {
    source::SourceMap sources;
    diag::Collector findings;
    diag::Emitter emit(&findings);
    kcl::LoadOptions options;
    options.records_member_uses = true;
    options.entries = kcl::PackageFiles(*reader_, directory.empty() ? "." : directory);
    for (std::string& entry : options.entries) {
      entry = LexicallyNormal(entry);
    }
    if (std::find(options.entries.begin(), options.entries.end(), file) == options.entries.end()) {
      options.entries.push_back(file);
    }
    const std::unique_ptr<kcl::Program> program = kcl::Analyze(sources, *reader_, options, emit);
    has_errors_ = has_errors_ || emit.error_count() > 0;
    for (const kcl::MemberUse& use : program->member_uses) {
      if (program->ast.names.Text(use.name) == found_.name) {
        AddUse(use, sources);
      }
    }
    for (const auto& schema : program->schemas) {
      AddInherited(*schema, *program, sources);
    }
    for (size_t i = 0; i < sources.file_count(); ++i) {
      texts_.emplace(sources.file(i).name(), sources.file(i).text());
    }
  }

  void AddUse(const kcl::MemberUse& use, const source::SourceMap& sources) {
    const size_t number = groups_.Add(PlaceOf(use.at, sources));
    if (!use.declared.has_value()) {
      unknown_.insert(number);
    } else {
      groups_.Unite(number, groups_.Add(PlaceOf(use.declared, sources)));
    }
  }

  // The declarations of the attribute in a schema, its bases and its mixins.
  void AddInherited(const kcl::Schema& schema, const kcl::Program& program,
                    const source::SourceMap& sources) {
    std::vector<const kcl::Schema*> parts = {&schema};
    std::vector<size_t> declarations;
    for (size_t i = 0; i < parts.size() && i < kMostPlaces; ++i) {
      const kcl::Schema& part = *parts[i];
      for (const kcl::Attribute& attribute : part.attributes) {
        if (program.ast.names.Text(attribute.name) == found_.name) {
          declarations.push_back(groups_.Add(PlaceOf(attribute.span, sources)));
          declared_.insert(declarations.back());
        }
      }
      parts.insert(parts.end(), part.mixins.begin(), part.mixins.end());
      parts.insert(parts.end(), part.rule_bases.begin(), part.rule_bases.end());
      for (const kcl::Schema* above : {part.base, part.protocol}) {
        if (above != nullptr) {
          parts.push_back(above);
        }
      }
    }
    for (const size_t declaration : declarations) {
      groups_.Unite(declaration, declarations.front());
    }
  }

  static MemberPlace PlaceOf(source::Span span, const source::SourceMap& sources) {
    const source::SourceFile& file = sources.FileOf(span);
    return {file.name(), {span.begin - file.base(), span.end - file.base()}};
  }

  Result<KeyPlaces> Collect(const std::string& own) {
    std::optional<size_t> target;
    for (const auto& [place, number] : groups_.numbers()) {
      if (place.file == own && place.range.Contains(found_.here)) {
        target = groups_.GroupOf(number);
      }
    }
    const bool is_declared = target && std::any_of(declared_.begin(), declared_.end(), [&](size_t number) {
                               return groups_.GroupOf(number) == *target;
                             });
    if (!is_declared) {
      return Failure{"the position names no attribute of a schema"};
    }
    for (const auto& [place, number] : groups_.numbers()) {
      if (groups_.GroupOf(number) == *target) {
        AddPlace(place, declared_.contains(number));
      }
    }
    SortPlaces(found_.places);
    if (query_.kind == QueryKind::kPrepareRename || query_.kind == QueryKind::kRename) {
      found_.obstacle = FindObstacle(*target);
      if (found_.obstacle.empty() && query_.kind == QueryKind::kRename) {
        found_.obstacle = FindNewNameObstacle();
      }
    }
    return std::move(found_);
  }

  void AddPlace(MemberPlace place, bool is_declaration) {
    const std::string& text = texts_.at(place.file);
    const bool is_quoted = place.range.end - place.range.begin == found_.name.size() + 2;
    if (is_quoted) {
      ++place.range.begin;
      --place.range.end;
    }
    if (text.compare(place.range.begin, place.range.end - place.range.begin, found_.name) != 0) {
      strange_ = place.file;
      return;
    }
    const std::string path = place.file.starts_with('/')
                                 ? place.file
                                 : LexicallyNormal(text_.environment().directory + "/" + place.file);
    found_.texts.emplace(path, text);
    found_.places.push_back({path, place.range, is_declaration});
  }

  // Why a place that is not changed may mean the attribute.
  std::string FindObstacle(size_t target) {
    if (has_errors_) {
      return "a package of the module has errors, so that the meaning of some names is not known";
    }
    if (!strange_.empty()) {
      return "`" + strange_ + "` computes the name";
    }
    for (const auto& [place, number] : groups_.numbers()) {
      if (unknown_.contains(number) && groups_.GroupOf(number) != target) {
        return "`" + found_.name + "` in `" + place.file + "` may be the attribute";
      }
    }
    for (const auto& [file, text] : texts_) {
      for (const char* quote : {"\"", "'"}) {
        const std::string written = quote + found_.name + quote;
        for (size_t at = text.find(written); at != std::string::npos; at = text.find(written, at + 1)) {
          if (!groups_.numbers().contains({file, {at, at}})) {
            return "a string in `" + file + "` has the name `" + found_.name + "`";
          }
        }
      }
    }
    for (const std::string& file : others_) {
      const bool is_values = file.ends_with(".yaml");
      const Result<std::string> text = reader_->Read(file);
      const bool names_code = text && text->find(".k") != std::string::npos;
      if (is_values && names_code) {
        return "the values that `" + file + "` validates by KCL may have the key `" + found_.name + "`";
      }
    }
    return {};
  }

  std::string FindNewNameObstacle() const {
    if (std::string obstacle = FindKclNameObstacle(found_.name, query_.word); !obstacle.empty()) {
      return obstacle;
    }
    for (const auto& [path, text] : found_.texts) {
      if (query_.word != found_.name && ContainsName(text, query_.word, "$")) {
        return "`" + std::string(GetFileName(path)) + "` uses the name `" + query_.word + "` already";
      }
    }
    return {};
  }

  const lsp::SchemaQuery& query_;
  OpenDocument text_;
  source::DiskFileReader disk_;
  source::FileReader* reader_ = nullptr;
  std::string directory_;            // of the package, with its slash
  std::vector<std::string> others_;  // FindOtherKclFiles
  MemberGroups groups_;
  std::set<size_t> declared_;                 // places that declare an attribute
  std::set<size_t> unknown_;                  // places of members of values whose type is not known
  std::map<std::string, std::string> texts_;  // of all files that were analysed, by name
  std::string strange_;                       // a file with a place that does not have the name as its text
  bool has_errors_ = false;
  KeyPlaces found_;
};

}  // namespace

Result<KeyPlaces> FindKclMemberPlaces(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                      const ProcessEnvironment& environment) {
  return MemberPlaceFinder(query, opened, environment).Find();
}

}  // namespace kval::cli
