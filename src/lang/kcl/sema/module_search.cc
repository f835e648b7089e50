#include "src/lang/kcl/sema/module_search.h"

#include <algorithm>
#include <utility>

#include "src/lang/kcl/sema/module_path_variable.h"
#include "src/lang/kcl/sema/path_name.h"
#include "src/lang/kcl/signatures/signatures.h"

namespace kval::kcl {
namespace {

constexpr std::string_view kExtension = ".k";
constexpr std::string_view kTestSuffix = "_test.k";
constexpr std::string_view kNoFiles = ". No KCL files found in the specified folder";
// Where the search for a kcl.mod gives up.
constexpr int kMaxParents = 64;

bool IsSource(std::string_view name) {
  return name.ends_with(kExtension) && name.size() > kExtension.size() && name.front() != '_' &&
         !name.ends_with(kTestSuffix);
}

std::string Dots(const std::string& prefix, std::string text) {
  text.erase(0, std::min(text.find_first_not_of('/'), text.size()));
  std::replace(text.begin(), text.end(), '/', '.');
  return prefix.empty() ? text : text.empty() ? prefix : prefix + "." + text;
}

}  // namespace

ModuleSearch::ModuleSearch(Program& program, source::SourceMap& sources, source::FileReader& reader,
                           const LoadOptions& options, diag::Emitter& emitter)
    : program_(program),
      sources_(sources),
      reader_(reader),
      options_(options),
      emitter_(emitter),
      diagnostics_(&emitter) {}

void ModuleSearch::FindFirstRoot(const std::string& start) {
  AddRoot(ModuleDirectory(reader_, start).value_or(start), {});
  program_.root = roots_[0].directory;
}

// Returns the content of a directory's kcl.mod; empty if there is none. Reports its errors once.
const ModuleFile& ModuleSearch::ModuleFileOf(const std::string& directory) {
  const auto [place, added] = module_files_.try_emplace(directory);
  const std::string path = Join(directory, "kcl.mod");
  if (!added || reader_.KindOf(path) != source::PathKind::kFile) {
    return place->second;
  }
  if (!MayRead(path, directory)) {
    ReportOutside({}, path + " is a link that leaves its directory", "put the file itself there");
  } else {
    const Result<const source::SourceFile*> file = LoadFound(path, directory);
    if (file.ok()) {
      place->second = ReadModuleFile(**file, options_.toml_depth, emitter_);
    }
  }
  return place->second;
}

std::vector<ModuleSearch::EntryLocation> ModuleSearch::FilesOf(const EntryLocation& directory) {
  std::vector<EntryLocation> files = ProfileFiles(directory);
  if (files.empty()) {
    for (std::string& file : FilesOfPackage(directory.path, directory.root, {})) {
      files.push_back({std::move(file), directory.root, directory.path});
    }
  }
  return files;
}

Result<const source::SourceFile*> ModuleSearch::LoadFound(const std::string& path,
                                                          const std::string& directory) const {
  return options_.reads_outside ? sources_.Load(reader_, path) : sources_.LoadBelow(reader_, directory, path);
}

source::Span ModuleSearch::PlaceOf(const NamedEntry& named) {
  return named.at.has_value() ? named.at : sources_.AddText("(file arg)", named.entry).span();
}

bool ModuleSearch::MayName(const NamedEntry& named, const std::string& path) const {
  return named.below.empty() || MayRead(path, std::string(named.below));
}

std::optional<ModuleSearch::EntryLocation> ModuleSearch::FindEntry(const NamedEntry& named) {
  const std::optional<ModulePathVariable> variable = ParseModulePathVariable(named.entry);
  EntryLocation place{named.entry, 0, std::string(named.below)};
  if (variable.has_value() && variable->package.empty()) {
    place.path = Join(roots_[0].directory, variable->rest);
  } else if (variable.has_value()) {
    const std::optional<size_t> root =
        FindPackage(0, std::string(variable->package), named.entry, PlaceOf(named), diag::Kind::kKclModule);
    if (!root.has_value()) {
      return std::nullopt;
    }
    place.root = *root;
    place.path = Join(roots_[*root].directory, variable->rest);
    place.below = named.below.empty() ? std::string() : roots_[*root].directory;
  }
  if (!place.below.empty() && !MayRead(place.path, place.below)) {
    ReportOutside(named.at, "the program `" + named.entry + "` lies outside of " + place.below,
                  "name the file on the command line");
    return std::nullopt;
  }
  return place;
}

// The root of the package that a variable of a path names. Reports when there is none.
std::optional<size_t> ModuleSearch::FindPackage(size_t root, const std::string& name,
                                                const std::string& expected_as, source::Span at,
                                                diag::Kind kind) {
  if (name == roots_[root].name) {
    return root;
  }
  std::string directory;
  is_reported_ = false;
  const Root home = roots_[root];
  const auto given = options_.externals.find(name);
  if (given != options_.externals.end()) {
    directory = given->second;
  } else if (!FindPath(home, name, directory) && (is_reported_ || !FindCached(home, name, at, directory))) {
    if (!is_reported_) {
      emitter_
          .ReportText(at, kind,
                      std::string(kind == diag::Kind::kKclModule ? "CannotFindModule: " : "") +
                          "no package is known as `" + name + "`, which `" + expected_as + "` starts from")
          .Hint("`-E " + name + "=DIR` says where it is, or a `path` in the [dependencies] of kcl.mod")
          .Emit();
    }
    return std::nullopt;
  }
  return AddRoot(directory, name);
}

std::vector<std::string> ModuleSearch::FilesOfPackage(const std::string& directory, size_t root,
                                                      source::Span import) {
  std::vector<std::string> files = PackageFiles(reader_, directory);
  std::erase_if(files, [&](const std::string& file) {
    const bool is_outside = !MayRead(file, roots_[root].directory) && !MayRead(file, directory);
    if (is_outside) {
      ReportOutside(import, file + " is a link that leaves " + roots_[root].directory,
                    "name the file on the command line");
    }
    return is_outside;
  });
  return files;
}

// Resolves an entry of a directory's kcl.mod; returns nullopt after reporting an error.
std::optional<ModuleSearch::EntryLocation> ModuleSearch::FindProfileEntry(const EntryFile& entry,
                                                                          const EntryLocation& directory) {
  EntryLocation place = directory;
  const std::optional<ModulePathVariable> variable = ParseModulePathVariable(entry.path);
  if (!variable.has_value()) {
    place.path = entry.path.starts_with("/") ? entry.path : Join(directory.path, entry.path);
  } else if (variable->package.empty()) {
    place.path = Join(directory.path, variable->rest);
  } else {
    const std::optional<size_t> root = FindPackage(directory.root, std::string(variable->package), entry.path,
                                                   entry.at, diag::Kind::kBadModuleFile);
    if (!root.has_value()) {
      return std::nullopt;
    }
    place = {Join(roots_[*root].directory, variable->rest), *root, {}};
  }
  place.below = place.root == directory.root ? directory.path : roots_[place.root].directory;
  if (reader_.KindOf(place.path) == source::PathKind::kMissing) {
    emitter_.ReportText(entry.at, diag::Kind::kBadModuleFile, "the entry `" + place.path + "` does not exist")
        .Emit();
    return std::nullopt;
  }
  if (!MayRead(place.path, place.below)) {
    ReportOutside(entry.at, "the entry `" + entry.path + "` is outside of the package's directory",
                  "name the file on the command line");
    return std::nullopt;
  }
  return place;
}

// Returns the files that a directory's kcl.mod lists as its program.
std::vector<ModuleSearch::EntryLocation> ModuleSearch::ProfileFiles(const EntryLocation& directory) {
  std::vector<EntryLocation> files;
  const std::vector<EntryFile> entries = ModuleFileOf(directory.path).entries;
  for (const EntryFile& entry : entries) {
    const std::optional<EntryLocation> place = FindProfileEntry(entry, directory);
    if (!place.has_value()) {
      continue;
    }
    if (reader_.KindOf(place->path) != source::PathKind::kDirectory) {
      files.push_back(*place);
      continue;
    }
    for (std::string& file : FilesOfPackage(place->path, place->root, entry.at)) {
      files.push_back({std::move(file), place->root, place->below});
    }
  }
  return files;
}

size_t ModuleSearch::AddRoot(const std::string& directory, const std::string& prefix) {
  for (size_t i = 0; i < roots_.size(); ++i) {
    if (roots_[i].directory == directory && roots_[i].prefix == prefix) {
      return i;
    }
  }
  const ModuleFile& module = ModuleFileOf(directory);
  roots_.push_back({directory, module.name, prefix, module.dependencies});
  return roots_.size() - 1;
}

// Paths that cannot be resolved are not read, so nothing is reported about them.
bool ModuleSearch::MayRead(const std::string& path, const std::string& root) const {
  return options_.reads_outside || source::IsBelow(reader_, path, root) || !reader_.RealPath(path).ok() ||
         !reader_.RealPath(root).ok();
}

void ModuleSearch::ReportOutside(source::Span at, std::string text, std::string hint) {
  is_reported_ = true;
  emitter_.ReportText(at, diag::Kind::kImportEscapesRoot, std::move(text)).Hint(std::move(hint)).Emit();
}

std::string ModuleSearch::TextOf(const ImportStmt& import) const {
  std::string text(import.dots, '.');
  for (size_t i = 0; i < import.path.size(); ++i) {
    text.append(i > 0 ? "." : "").append(program_.ast.names.Text(import.path[i].symbol));
  }
  return text;
}

std::string ModuleSearch::Slashed(const ImportStmt& import, size_t first) const {
  std::string text;
  for (size_t i = first; i < import.path.size(); ++i) {
    text.append(text.empty() ? "" : "/").append(program_.ast.names.Text(import.path[i].symbol));
  }
  return text;
}

// The checker reports it, with the places that use it.
void ModuleSearch::ReportMissing(const ImportStmt& import, const std::string& text) {
  is_reported_ = true;
  program_.missing.push_back({import.span, TextOf(import), text, {}, {}, {}, {}});
}

// Returns true if `base` is a directory with files, or a file with the suffix `.k`.
bool ModuleSearch::FindAt(const std::string& base, const std::string& root, const ImportStmt& import,
                          ModuleLocation& place) {
  const std::string file = base + std::string(kExtension);
  const bool is_directory = reader_.KindOf(base) == source::PathKind::kDirectory;
  const bool is_file = reader_.KindOf(file) == source::PathKind::kFile;
  if (!is_directory && !is_file) {
    return false;
  }
  const std::string& found = is_file ? file : base;
  if (!MayRead(found, root)) {
    program_.missing.push_back({import.span, TextOf(import), {}, {}, {}, {}, {}});
    ReportOutside(import.span, "the module " + TextOf(import) + " is a link that leaves " + root,
                  "`-E name=path` names a package outside");
    return false;
  }
  const bool is_package = is_directory && !PackageFiles(reader_, base).empty();
  if (is_package && is_file) {
    diagnostics_.Report(
        diag::Kind::kKclCompile, import.span,
        "the module " + TextOf(import) + " is both a directory and a file: " + base + " and " + file);
    is_reported_ = true;
  }
  if (!is_file && !is_package) {
    ReportMissing(import,
                  "Failed to import the module " + TextOf(import) + " from " + base + std::string(kNoFiles));
    return false;
  }
  place.path = found;
  place.is_directory = !is_file;
  return true;
}

bool ModuleSearch::FindRelative(size_t root_index, const std::string& from_file, const ImportStmt& import,
                                ModuleLocation& place) {
  is_reported_ = false;
  std::string directory = DirectoryOf(from_file);
  for (uint32_t i = 1; i < import.dots; ++i) {
    directory = ParentOf(directory);
  }
  const std::string base = Join(directory, Slashed(import, 0));
  const Root& root = roots_[root_index];
  if (!source::IsBelow(reader_, directory, root.directory) && reader_.RealPath(directory).ok() &&
      reader_.RealPath(root.directory).ok()) {
    ReportMissing(import, "Failed to import the module " + TextOf(import) + " from " + base +
                              ", outside of " + root.directory + std::string(kNoFiles));
    return false;
  }
  if (!FindAt(base, root.directory, import, place)) {
    if (!is_reported_) {
      ReportMissing(import, "Cannot find the module " + TextOf(import) + " from " + base);
    }
    return false;
  }
  place.root = root_index;
  place.package = Dotted(root, base);
  return true;
}

// The dotted path of a place below a root.
std::string ModuleSearch::Dotted(const Root& root, const std::string& path) {
  std::string_view rest = path;
  if (root.directory != "." && rest.starts_with(root.directory)) {
    rest.remove_prefix(root.directory.size());
  } else {
    const Result<std::string> real_root = reader_.RealPath(root.directory);
    const Result<std::string> real = reader_.RealPath(path);
    if (real_root.ok() && real.ok() && real->starts_with(*real_root)) {
      return Dots(root.prefix, real->substr(real_root->size()));
    }
  }
  return Dots(root.prefix, std::string(rest));
}

bool ModuleSearch::FindAbsolute(size_t root_index, const ImportStmt& import, ModuleLocation& place) {
  is_reported_ = false;
  const Root root = roots_[root_index];
  const std::string first(FirstOf(import));
  const std::string base = Join(root.directory, Slashed(import, 0));
  place.root = root_index;
  if (FindAt(base, root.directory, import, place)) {
    place.package = Dots(root.prefix, Slashed(import, 0));
    ReportFoundTwice(root, first, import, base);
    return true;
  }
  if (!is_reported_ && first == root.name && import.path.size() > 1 &&
      FindAt(Join(root.directory, Slashed(import, 1)), root.directory, import, place)) {
    place.package = Dots(root.prefix, Slashed(import, 1));
    return true;
  }
  if (!is_reported_ && FindExternal(root_index, first, import, place)) {
    return true;
  }
  if (!is_reported_) {
    ReportMissing(import, "Cannot find the module " + TextOf(import) + " from " + base);
    Advise(root, import);
  }
  return false;
}

// Reports a module that is found both in this package and in an external one.
void ModuleSearch::ReportFoundTwice(const Root& root, const std::string& name, const ImportStmt& import,
                                    const std::string& inside) {
  std::string directory;
  const auto given = options_.externals.find(name);
  if (given != options_.externals.end()) {
    directory = given->second;
  } else if (root.dependencies.count(name) == 0 || !FindPath(root, name, directory)) {
    return;
  }
  const std::string rest = Slashed(import, 1);
  const std::string outside = rest.empty() ? directory : Join(directory, rest);
  const bool is_there = reader_.KindOf(outside + std::string(kExtension)) == source::PathKind::kFile ||
                        !PackageFiles(reader_, outside).empty();
  if (is_there && !source::IsBelow(reader_, inside, outside)) {
    diagnostics_.Report(diag::Kind::kKclModule, import.span,
                        "the module " + TextOf(import) + " is found multiple times: in this package, " +
                            inside + ", and in an external package, " + outside);
  }
}

bool ModuleSearch::FindExternal(size_t root_index, const std::string& name, const ImportStmt& import,
                                ModuleLocation& place) {
  std::string directory;
  const auto given = options_.externals.find(name);
  if (given != options_.externals.end()) {
    directory = given->second;
  } else if (!FindPath(roots_[root_index], name, directory) &&
             (is_reported_ || !FindCached(roots_[root_index], name, import.span, directory))) {
    if (is_reported_) {
      program_.missing.push_back({import.span, TextOf(import), {}, {}, {}, {}, {}});
    }
    return false;
  }
  const std::string rest = Slashed(import, 1);
  if (!FindAt(rest.empty() ? directory : Join(directory, rest), directory, import, place)) {
    return false;
  }
  place.root = AddRoot(directory, name);
  place.package = Dots(name, rest);
  return true;
}

// A dependency whose `path` the kcl.mod names.
bool ModuleSearch::FindPath(const Root& root, const std::string& name, std::string& directory) {
  const auto found = root.dependencies.find(name);
  if (found == root.dependencies.end() || found->second.path.empty()) {
    return false;
  }
  const std::string& path = found->second.path;
  directory = path.starts_with("/") ? path : Join(root.directory, path);
  if (MayRead(directory, root.directory)) {
    return true;
  }
  ReportOutside(found->second.at,
                "the dependency `" + name + "` is outside of the package's directory: " + path,
                "`-E " + name + "=" + directory + "` allows it");
  return false;
}

// Finds a package in the directory `vendor` of the root, or in one of the package directories; a link must
// lead into these or into the root. Reports a package that exists only as another link.
bool ModuleSearch::FindCached(const Root& root, const std::string& name, source::Span at,
                              std::string& directory) {
  std::vector<std::string> homes = {Join(roots_[0].directory, "vendor"), Join(root.directory, "vendor")};
  homes.insert(homes.end(), options_.package_homes.begin(), options_.package_homes.end());
  std::vector<std::string> directories;
  if (const auto found = root.dependencies.find(name); found != root.dependencies.end()) {
    directories = found->second.directories;
    at = found->second.at;
  }
  directories.push_back(name);
  std::string outside;
  for (const std::string& home : homes) {
    for (const std::string& dir : directories) {
      directory = Join(home, dir);
      if (reader_.KindOf(directory) != source::PathKind::kDirectory) {
        continue;
      }
      if (MayRead(directory, home) || MayRead(directory, root.directory)) {
        return true;
      }
      outside = outside.empty() ? directory : outside;
    }
  }
  if (!outside.empty()) {
    ReportOutside(at, "the package `" + name + "` is a link that leaves its directory: " + outside,
                  "`-E " + name + "=" + outside + "` allows it");
  }
  return false;
}

// What helps with an import that was not found from a root.
void ModuleSearch::Advise(const Root& root, const ImportStmt& import) {
  MissingModule& missing = program_.missing.back();
  const std::string first(FirstOf(import));
  if (const auto found = root.dependencies.find(first);
      found != root.dependencies.end() && found->second.path.empty()) {
    missing.hint = "kval downloads nothing: `kcl mod download` fetches `" + first +
                   "` into $KCL_PKG_PATH, `-E " + first + "=DIR` names a copy";
    return;
  }
  std::vector<std::string_view> names;
  for (const signatures::Module& module : signatures::SystemModules()) {
    names.push_back(module.name);
  }
  for (const auto& [name, dependency] : root.dependencies) {
    names.push_back(name);
  }
  for (const auto& [name, path] : options_.externals) {
    names.push_back(name);
  }
  const Result<std::vector<std::string>> listed = reader_.List(root.directory);
  const std::vector<std::string> inside = listed.ok() ? *listed : std::vector<std::string>();
  for (const std::string& name : inside) {
    const size_t suffix = IsSource(name) ? kExtension.size() : 0;
    if (suffix > 0 || name.find('.') == std::string::npos) {
      names.push_back(std::string_view(name).substr(0, name.size() - suffix));
    }
  }
  missing.hint = SuggestionHint(first, names);
  missing.hint +=
      missing.hint.empty() ? "kval downloads nothing: `-E " + first + "=DIR` names the package" : "";
}

std::optional<std::string> ModuleDirectory(source::FileReader& reader, std::string directory) {
  for (int i = 0; i < kMaxParents; ++i) {
    if (reader.KindOf(Join(directory, "kcl.mod")) == source::PathKind::kFile) {
      return directory;
    }
    const Result<std::string> real = reader.RealPath(directory);
    if (!real.ok() || *real == "/" || directory == "/") {
      break;
    }
    directory = ParentOf(directory);
  }
  return std::nullopt;
}

std::vector<std::string> PackageFiles(source::FileReader& reader, const std::string& directory) {
  std::vector<std::string> files;
  const Result<std::vector<std::string>> names = reader.List(directory);
  if (!names.ok()) {
    return files;
  }
  for (const std::string& name : *names) {
    const std::string path = Join(directory, name);
    if (IsSource(name) && reader.KindOf(path) == source::PathKind::kFile) {
      files.push_back(path);
    }
  }
  return files;
}

}  // namespace kval::kcl
