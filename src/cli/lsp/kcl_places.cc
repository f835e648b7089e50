#include "src/cli/lsp/kcl_places.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "src/cli/lsp/kcl_member_places.h"
#include "src/cli/lsp/kcl_names.h"
#include "src/cli/lsp/name_search.h"
#include "src/diag/collector.h"
#include "src/driver/session.h"
#include "src/lang/kcl/sema/analyze.h"
#include "src/lang/kcl/sema/reserved.h"
#include "src/lang/kcl/syntax/token.h"
#include "src/lsp/text_position.h"
#include "src/support/ascii.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

using QueryKind = lsp::SchemaQuery::QueryKind;

// Files of a module that are examined for uses of a name.
constexpr size_t kMaxFiles = 1000;

bool IsIdentifier(std::string_view name) {
  return !name.empty() && !IsDigit(name.front()) &&
         std::all_of(name.begin(), name.end(), [](char c) { return IsAlnum(c) || c == '_'; });
}

std::string FileName(std::string_view path) {
  return "`" + std::string(GetFileName(path)) + "`";
}

class KclPlaceFinder {
 public:
  KclPlaceFinder(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                 const ProcessEnvironment& environment)
      : query_(query), text_(opened, query.path, environment) {}

  Result<KeyPlaces> Find() {
    if (!text_.EnterDocumentDirectory()) {
      return Failure{"the directory of the file does not exist"};
    }
    OpenDocumentReader reading(disk_, text_);
    reader_ = &reading.files();
    Load();
    const kcl::Name* name = NameAtPosition();
    if (name == nullptr || RefOf(*name).kind != kcl::RefKind::kGlobal || RefOf(*name).package != 0) {
      return Failure{"only global names of KCL can be found in all files"};
    }
    target_ = RefOf(*name);
    found_.kind = PlaceKind::kCode;
    found_.name = Text(name->span);
    if (found_.name.starts_with('$')) {
      return Failure{"the name is a keyword of KCL"};
    }
    AddPlaces();
    SortPlaces(found_.places);
    if (query_.kind == QueryKind::kPrepareRename || query_.kind == QueryKind::kRename) {
      found_.obstacle = FindObstacle();
      if (found_.obstacle.empty() && query_.kind == QueryKind::kRename) {
        found_.obstacle = FindNewNameObstacle();
      }
    }
    return std::move(found_);
  }

 private:
  void Load() {
    const std::string own = text_.name();
    directory_ = GetDirectoryPrefix(own);
    kcl::LoadOptions options;
    options.entries = kcl::PackageFiles(*reader_, directory_.empty() ? "." : directory_);
    for (std::string& entry : options.entries) {
      entry = LexicallyNormal(entry);
    }
    if (std::find(options.entries.begin(), options.entries.end(), own) == options.entries.end()) {
      options.entries.push_back(own);
    }
    program_ = kcl::Analyze(sources_, *reader_, options, emit_);
    for (const kcl::FileAst& file : program_->packages[0]->files) {
      ForEachName(file, [this](const kcl::Name& name) { names_.push_back(name); });
    }
    for (size_t i = 0; i < sources_.file_count(); ++i) {
      own_file_ = sources_.file(i).name() == own ? &sources_.file(i) : own_file_;
    }
  }

  const kcl::Ref& RefOf(const kcl::Name& name) const { return program_->RefOf(name); }
  std::string_view Text(source::Span span) const { return sources_.FileOf(span).Text(span); }

  const kcl::Name* NameAtPosition() {
    if (own_file_ == nullptr) {
      return nullptr;
    }
    const size_t byte = lsp::ByteAt(own_file_->text(), query_.position);
    const uint32_t at = own_file_->base() + static_cast<uint32_t>(byte);
    const kcl::Name* found = nullptr;
    for (const kcl::Name& name : names_) {
      const source::Span span = name.span;
      const bool is_at = span.begin <= at && at <= span.end && own_file_->Contains(span.begin);
      if (is_at && RefOf(name).kind != kcl::RefKind::kNone) {
        found = &name;
        found_.here = {span.begin - own_file_->base(), span.end - own_file_->base()};
      }
    }
    return found;
  }

  bool IsTarget(const kcl::Ref& ref) const {
    return ref.kind == kcl::RefKind::kGlobal && ref.package == target_.package && ref.index == target_.index;
  }

  std::string AbsolutePath(const source::SourceFile& file) const {
    return file.name().starts_with('/') ? file.name()
                                        : LexicallyNormal(text_.environment().directory + "/" + file.name());
  }

  void AddPlaces() {
    const kcl::Global& global = program_->packages[0]->globals[static_cast<size_t>(target_.index)];
    for (const kcl::Name& name : names_) {
      const source::Span span = name.span;
      const bool is_place = IsTarget(RefOf(name)) || (MayBeTarget(RefOf(name)) && !MayBeOther(RefOf(name)));
      if (!is_place || Text(span) != found_.name) {
        continue;
      }
      const source::SourceFile& file = sources_.FileOf(span);
      const std::string path = AbsolutePath(file);
      found_.texts.emplace(path, file.text());
      found_.places.push_back(
          {path, {span.begin - file.base(), span.end - file.base()}, span.begin == global.span.begin});
    }
    found_.texts.emplace(query_.path, own_file_->text());
  }

  // Whether a name may mean the global, depending on the values.
  bool MayBeTarget(const kcl::Ref& ref) const {
    const kcl::Ref* at = &ref;
    while (at->kind != kcl::RefKind::kGlobal && at->fallback >= 0) {
      at = &program_->fallbacks[static_cast<size_t>(at->fallback)];
    }
    return at != &ref && IsTarget(*at);
  }

  // Whether such a name may also mean something else: a key of a config, or an attribute of a schema that may
  // inherit from the one around the name.
  bool MayBeOther(const kcl::Ref& ref) const {
    return ref.kind != kcl::RefKind::kAttribute ||
           std::any_of(program_->schemas.begin(), program_->schemas.end(),
                       [&](const auto& schema) { return schema->by_name.contains(ref.symbol); });
  }

  std::string FindObstacle() {
    if (emit_.error_count() > 0) {
      return "the package has errors, so that the meaning of some names is not known";
    }
    for (const kcl::Name& name : names_) {
      if (MayBeTarget(RefOf(name)) && MayBeOther(RefOf(name))) {
        return "`" + found_.name + "` in " + FileName(sources_.FileOf(name.span).name()) +
               " is also the name of an attribute";
      }
    }
    return FindOtherFile();
  }

  // Files outside of the package that may import it, and the project file, whose flags may name a schema.
  std::string FindOtherFile() {
    const std::vector<std::string> files = FindOtherKclFiles(*reader_, directory_);
    if (files.size() > kMaxFiles) {
      return "the module has more than " + std::to_string(kMaxFiles) + " other files";
    }
    for (const std::string& path : files) {
      const Result<std::string> text = reader_->Read(path);
      if (text && ContainsName(*text, found_.name, "$")) {
        return "`" + path + "` may use the name `" + found_.name + "`";
      }
    }
    return {};
  }

  std::string FindNewNameObstacle() const {
    const std::string& name = query_.word;
    if (std::string obstacle = FindKclNameObstacle(found_.name, name); !obstacle.empty()) {
      return obstacle;
    }
    for (const kcl::FileAst& file : program_->packages[0]->files) {
      if (name != found_.name && ContainsName(file.file->text(), name, "$")) {
        return FileName(file.file->name()) + " uses the name `" + name + "` already";
      }
    }
    return {};
  }

  const lsp::SchemaQuery& query_;
  OpenDocument text_;
  source::DiskFileReader disk_;
  source::FileReader* reader_ = nullptr;
  std::string directory_;  // of the package, with its slash
  source::SourceMap sources_;
  diag::Collector findings_;
  diag::Emitter emit_{&findings_};
  std::unique_ptr<kcl::Program> program_;
  std::vector<kcl::Name> names_;
  const source::SourceFile* own_file_ = nullptr;
  kcl::Ref target_;
  KeyPlaces found_;
};

}  // namespace

Result<KeyPlaces> FindKclPlaces(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                const ProcessEnvironment& environment) {
  Result<KeyPlaces> global = KclPlaceFinder(query, opened, environment).Find();
  return global ? std::move(global) : FindKclMemberPlaces(query, opened, environment);
}

std::string FindKclNameObstacle(std::string_view name, std::string_view new_name) {
  if (!IsIdentifier(new_name) || kcl::KeywordOf(new_name) != kcl::Keyword::kNo || kcl::IsReserved(new_name)) {
    return "`" + std::string(new_name) + "` is not a name of KCL";
  }
  return name.starts_with('_') != new_name.starts_with('_') ? "names that begin with `_` are private"
                                                            : std::string();
}

std::vector<std::string> FindOtherKclFiles(source::FileReader& reader, const std::string& directory) {
  const std::string module =
      kcl::ModuleDirectory(reader, directory.empty() ? "." : directory).value_or(directory);
  const std::string root = module.empty() ? "." : module;
  const std::string prefix = root + "/";
  std::vector<std::string> files;
  for (const std::string& name : reader.Walk(root).files) {
    std::string path = LexicallyNormal(prefix + name);
    const bool is_own = GetDirectoryPrefix(path) == directory && !path.ends_with("_test.k") &&
                        !GetFileName(path).starts_with('_');
    const bool is_settings = path.ends_with("kcl.yaml") || path.ends_with(".kval.yaml");
    if (path.ends_with(".k") ? !is_own : is_settings) {
      files.push_back(std::move(path));
    }
  }
  return files;
}

}  // namespace kval::cli
