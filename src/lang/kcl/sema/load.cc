// Over 500 lines: finding a package and loading it call each other and share one table.
#include "src/lang/kcl/sema/load.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "src/diag/read_fault.h"
#include "src/lang/kcl/sema/diagnostics.h"
#include "src/lang/kcl/sema/module_file.h"
#include "src/lang/kcl/sema/path_name.h"
#include "src/lang/kcl/signatures/signatures.h"
#include "src/lang/kcl/syntax/parse.h"

// Longer than other files: where an import leads depends on all that was read before it, so that the search
// and what it reads are one class.
namespace kval::kcl {
namespace {

constexpr std::string_view kMainPackage = "__main__";
constexpr std::string_view kPluginPrefix = "kcl_plugin";
constexpr std::string_view kExtension = ".k";
constexpr std::string_view kTestSuffix = "_test.k";
// Where the search for a kcl.mod gives up.
constexpr int kMaxParents = 64;

bool IsSource(std::string_view name) {
  return name.ends_with(kExtension) && name.size() > kExtension.size() && name.front() != '_' &&
         !name.ends_with(kTestSuffix);
}

// A folder that absolute imports start from, with what its kcl.mod says.
struct Root {
  std::string directory;
  std::string name;    // of the package, empty without a kcl.mod
  std::string prefix;  // of its packages' paths: empty for the program's own root
  std::map<std::string, std::string> externals;
  std::map<std::string, Dependency> kept;  // dependencies that are kept somewhere else, by name
};

// Where an import leads to.
struct Target {
  std::string path;  // folder or file
  bool is_directory = false;
  std::string package;  // its dotted path
  size_t root = 0;
};

class Loader {
 public:
  Loader(Program& program, source::SourceMap& sources, source::FileReader& reader, const LoadOptions& options,
         diag::Emitter& emitter)
      : program_(program),
        sources_(sources),
        reader_(reader),
        options_(options),
        emitter_(emitter),
        diagnostics_(&emitter) {}

  void Run() {
    const std::vector<std::string> files = EntryFiles();
    FindRoot();
    AddPackage(std::string(kMainPackage), roots_[0].directory, 0);
    for (const std::string& file : files) {
      LoadFile(0, file);
    }
    for (const source::SourceFile* text : options_.texts) {
      AddFile(0, *text);
    }
    // Packages are appended while their imports are found.
    for (size_t package = 0; package < program_.packages.size(); ++package) {
      for (size_t file = 0; file < program_.packages[package]->files.size(); ++file) {
        BindImports(package, file);
      }
    }
    ReportCycles();
  }

 private:
  struct Edge {
    size_t to = 0;
    source::Span at;
  };

  std::vector<std::string> EntryFiles() {
    std::vector<std::string> files;
    for (const std::string& entry : options_.entries) {
      if (reader_.KindOf(entry) == source::PathKind::kDirectory) {
        std::vector<std::string> inside = ProfileFiles(entry);
        if (inside.empty()) {
          inside = PackageFiles(reader_, entry);
        }
        files.insert(files.end(), inside.begin(), inside.end());
        if (inside.empty()) {
          diagnostics_.Report(diag::Kind::kKclModule, {}, "no KCL files found in " + entry);
        }
        first_directory_ = first_directory_.empty() ? entry : first_directory_;
      } else {
        files.push_back(entry);
        first_directory_ = first_directory_.empty() ? DirectoryOf(entry) : first_directory_;
      }
    }
    main_files_ = files;
    return files;
  }

  // The files that the kcl.mod of a folder names as its program.
  std::vector<std::string> ProfileFiles(const std::string& directory) {
    std::vector<std::string> files;
    for (const ProfileEntry& entry : ModuleFileOf(directory).entries) {
      const std::string path = entry.path.starts_with("/") ? entry.path : Join(directory, entry.path);
      const source::PathKind kind = reader_.KindOf(path);
      if (kind == source::PathKind::kMissing) {
        emitter_.ReportText(entry.at, diag::Kind::kBadModuleFile, "the entry `" + path + "` does not exist")
            .Emit();
      } else if (kind == source::PathKind::kDirectory) {
        const std::vector<std::string> inside = PackageFiles(reader_, path);
        files.insert(files.end(), inside.begin(), inside.end());
      } else {
        files.push_back(path);
      }
    }
    return files;
  }

  // What the kcl.mod of a folder says; nothing when there is none. Reports its mistakes once.
  const ModuleFile& ModuleFileOf(const std::string& directory) {
    const auto [place, added] = module_files_.try_emplace(directory);
    const std::string path = Join(directory, "kcl.mod");
    if (added && reader_.KindOf(path) == source::PathKind::kFile) {
      const Result<const source::SourceFile*> file = sources_.Load(reader_, path);
      if (file.ok()) {
        place->second = ReadModuleFile(**file, emitter_);
      }
    }
    return place->second;
  }

  void FindRoot() {
    std::string directory = first_directory_.empty() ? "." : first_directory_;
    const std::string start = directory;
    for (int i = 0; i < kMaxParents; ++i) {
      if (reader_.KindOf(Join(directory, "kcl.mod")) == source::PathKind::kFile) {
        AddRoot(directory, {});
        break;
      }
      const Result<std::string> real = reader_.RealPath(directory);
      if (!real.ok() || *real == "/" || directory == "/") {
        break;
      }
      directory = ParentOf(directory);
    }
    if (roots_.empty()) {
      AddRoot(start, {});
    }
    program_.root = roots_[0].directory;
    for (const auto& [name, path] : options_.externals) {
      roots_[0].externals[name] = path;
    }
  }

  size_t AddRoot(const std::string& directory, const std::string& prefix) {
    for (size_t i = 0; i < roots_.size(); ++i) {
      if (roots_[i].directory == directory && roots_[i].prefix == prefix) {
        return i;
      }
    }
    Root root;
    root.directory = directory;
    root.prefix = prefix;
    const ModuleFile& module = ModuleFileOf(directory);
    root.name = module.name;
    for (const auto& [name, dependency] : module.dependencies) {
      if (dependency.path.empty()) {
        root.kept[name] = dependency;
      } else {
        root.externals[name] =
            dependency.path.starts_with("/") ? dependency.path : Join(directory, dependency.path);
      }
    }
    roots_.push_back(std::move(root));
    return roots_.size() - 1;
  }

  size_t AddPackage(std::string path, std::string directory, size_t root) {
    auto package = std::make_unique<Package>();
    package->path = std::move(path);
    package->directory = std::move(directory);
    program_.packages.push_back(std::move(package));
    root_of_.push_back(root);
    edges_.emplace_back();
    return program_.packages.size() - 1;
  }

  void LoadFile(size_t package, const std::string& path) {
    const Result<const source::SourceFile*> file = sources_.Load(reader_, path);
    if (!file.ok()) {
      diag::ReportReadFault({}, file.failure(), emitter_);
      return;
    }
    AddFile(package, **file);
  }

  void AddFile(size_t package, const source::SourceFile& file) {
    program_.packages[package]->files.push_back(Parse(program_.ast, file, emitter_));
    program_.packages[package]->imports.emplace_back();
  }

  void BindImports(size_t package, size_t file) {
    // The vectors of the package do not move; its nodes live in the arena.
    for (const Stmt* stmt : program_.packages[package]->files[file].body) {
      const ImportStmt* import = stmt->As<ImportStmt>();
      if (!import) {
        continue;
      }
      const auto [place, added] = bound_[package].emplace(import->bound.symbol, PathText(*import));
      if (!added && place->second != PathText(*import)) {
        const std::string name(program_.ast.names.Text(import->bound.symbol));
        diagnostics_.Report(
            diag::Kind::kKclCompile, import->span,
            "the name '" + name + "' is defined multiple times, '" + name + "' must be defined only once");
        continue;
      }
      const Ref ref = Resolve(package, file, *import);
      program_.packages[package]->imports[file][import->bound.symbol] = ref;
      imports_.push_back({import->bound.id, ref});
    }
  }

  std::string PathText(const ImportStmt& import) const {
    std::string text(import.dots, '.');
    for (size_t i = 0; i < import.path.size(); ++i) {
      text.append(i > 0 ? "." : "").append(program_.ast.names.Text(import.path[i].symbol));
    }
    return text;
  }

  Ref Resolve(size_t package, size_t file, const ImportStmt& import) {
    Ref ref;
    const std::string path = PathText(import);
    if (import.is_broken) {
      ref.kind = RefKind::kPackage;
      return ref;
    }
    if (import.dots == 0) {
      if (builtins::FindSystemModule(path)) {
        ref.kind = RefKind::kSystemModule;
        ref.symbol = program_.ast.names.Intern(path);
        return ref;
      }
      if (program_.ast.names.Text(import.path[0].symbol) == kPluginPrefix) {
        ref.kind = RefKind::kPlugin;
        ref.symbol = program_.ast.names.Intern(path);
        return ref;
      }
    }
    Target target;
    const bool found = import.dots > 0 ? FindRelative(package, file, import, target)
                                       : FindAbsolute(root_of_[package], import, target);
    ref.kind = RefKind::kPackage;
    if (!found) {
      ref.index = static_cast<int32_t>(program_.missing.size()) - 1;
      return ref;
    }
    const size_t loaded = LoadPackage(target, import);
    ref.package = static_cast<int32_t>(loaded);
    edges_[package].push_back({loaded, import.span});
    return ref;
  }

  std::string Slashed(const ImportStmt& import, size_t first) const {
    std::string text;
    for (size_t i = first; i < import.path.size(); ++i) {
      text.append(text.empty() ? "" : "/").append(program_.ast.names.Text(import.path[i].symbol));
    }
    return text;
  }

  // The checker reports it, with the places that use it.
  void ReportMissing(const ImportStmt& import, const std::string& text) {
    program_.missing.push_back({import.span, PathText(import), text, {}, {}, {}, {}});
  }

  std::string CannotFind(const ImportStmt& import, const std::string& place) const {
    return "Cannot find the module " + PathText(import) + " from " + place;
  }

  // True when `place` is a folder with files, or a file behind `.k`.
  bool FindAt(const std::string& place, const ImportStmt& import, Target& target, bool& reported) {
    const bool is_directory = reader_.KindOf(place) == source::PathKind::kDirectory;
    const bool is_file = reader_.KindOf(place + std::string(kExtension)) == source::PathKind::kFile;
    if (is_directory && is_file && !PackageFiles(reader_, place).empty()) {
      diagnostics_.Report(diag::Kind::kKclCompile, import.span,
                          "the module " + PathText(import) + " is both a folder and a file: " + place +
                              " and " + place + std::string(kExtension));
      reported = true;
    }
    if (is_file) {
      target.path = place + std::string(kExtension);
      target.is_directory = false;
      return true;
    }
    if (!is_directory) {
      return false;
    }
    if (PackageFiles(reader_, place).empty()) {
      ReportMissing(import, "Failed to import the module " + PathText(import) + " from " + place +
                                ". No KCL files found in the specified folder");
      reported = true;
      return false;
    }
    target.path = place;
    target.is_directory = true;
    return true;
  }

  bool FindRelative(size_t package, size_t file, const ImportStmt& import, Target& target) {
    const Package& from = *program_.packages[package];
    std::string directory = DirectoryOf(from.files[file].file->name());
    for (uint32_t i = 1; i < import.dots; ++i) {
      directory = ParentOf(directory);
    }
    const std::string place = Join(directory, Slashed(import, 0));
    const Root& root = roots_[root_of_[package]];
    if (!source::IsBelow(reader_, directory, root.directory) && IsReal(directory) && IsReal(root.directory)) {
      ReportMissing(import, "Failed to import the module " + PathText(import) + " from " + place +
                                ", outside of " + root.directory +
                                ". No KCL files found in the specified folder");
      return false;
    }
    bool reported = false;
    if (!FindAt(place, import, target, reported)) {
      if (!reported) {
        ReportMissing(import, CannotFind(import, place));
      }
      return false;
    }
    target.root = root_of_[package];
    target.package = Dotted(root, place);
    return true;
  }

  bool IsReal(const std::string& path) { return reader_.RealPath(path).ok(); }

  // The dotted path of a place below a root.
  std::string Dotted(const Root& root, const std::string& place) {
    std::string_view rest = place;
    if (root.directory != "." && rest.starts_with(root.directory)) {
      rest.remove_prefix(root.directory.size());
    } else {
      const Result<std::string> real_root = reader_.RealPath(root.directory);
      const Result<std::string> real = reader_.RealPath(place);
      if (real_root.ok() && real.ok() && real->starts_with(*real_root)) {
        std::string text = real->substr(real_root->size());
        return Dots(root, text);
      }
    }
    return Dots(root, std::string(rest));
  }

  static std::string Dots(const Root& root, std::string text) {
    while (!text.empty() && text.front() == '/') {
      text.erase(0, 1);
    }
    std::replace(text.begin(), text.end(), '/', '.');
    return root.prefix.empty() ? text : text.empty() ? root.prefix : root.prefix + "." + text;
  }

  bool FindAbsolute(size_t root_index, const ImportStmt& import, Target& target) {
    const std::string first(program_.ast.names.Text(import.path[0].symbol));
    const std::string place = Join(roots_[root_index].directory, Slashed(import, 0));
    bool reported = false;
    target.root = root_index;
    if (FindAt(place, import, target, reported)) {
      target.package = Dots(roots_[root_index], Slashed(import, 0));
      return true;
    }
    if (!reported && first == roots_[root_index].name && import.path.size() > 1) {
      const std::string own = Join(roots_[root_index].directory, Slashed(import, 1));
      if (FindAt(own, import, target, reported)) {
        target.package = Dots(roots_[root_index], Slashed(import, 1));
        return true;
      }
    }
    if (!reported && FindExternal(root_index, first, import, target, reported)) {
      return true;
    }
    if (!reported) {
      ReportMissing(import, CannotFind(import, place));
      Advise(root_index, import);
    }
    return false;
  }

  bool FindExternal(size_t root_index, const std::string& name, const ImportStmt& import, Target& target,
                    bool& reported) {
    std::string directory;
    if (const auto found = roots_[root_index].externals.find(name);
        found != roots_[root_index].externals.end()) {
      directory = found->second;
    } else if (const auto given = options_.externals.find(name); given != options_.externals.end()) {
      directory = given->second;
    } else if (!FindKept(root_index, name, directory)) {
      return false;
    }
    const std::string rest = Slashed(import, 1);
    if (!FindAt(rest.empty() ? directory : Join(directory, rest), import, target, reported)) {
      return false;
    }
    target.root = AddRoot(directory, name);
    target.package = Dots(roots_[target.root], rest);
    return true;
  }

  // A package in the folder `vendor` of the root, or in one of the homes of packages.
  bool FindKept(size_t root_index, const std::string& name, std::string& directory) {
    std::vector<std::string> homes = {Join(roots_[root_index].directory, "vendor")};
    homes.insert(homes.end(), options_.package_homes.begin(), options_.package_homes.end());
    std::vector<std::string> folders;
    if (const auto found = roots_[root_index].kept.find(name); found != roots_[root_index].kept.end()) {
      folders = found->second.folders;
    }
    folders.push_back(name);
    for (const std::string& home : homes) {
      for (const std::string& folder : folders) {
        directory = Join(home, folder);
        if (reader_.KindOf(directory) == source::PathKind::kDirectory) {
          return true;
        }
      }
    }
    return false;
  }

  // What helps with an import that was not found from a root.
  void Advise(size_t root_index, const ImportStmt& import) {
    const Root& root = roots_[root_index];
    MissingModule& missing = program_.missing.back();
    const std::string first(program_.ast.names.Text(import.path[0].symbol));
    if (root.kept.count(first) > 0) {
      missing.hint = "kval downloads nothing: `kcl mod download` fetches `" + first +
                     "` into $KCL_PKG_PATH, `-E " + first + "=FOLDER` names a copy";
      return;
    }
    std::vector<std::string_view> names;
    for (const builtins::Module& module : builtins::SystemModules()) {
      names.push_back(module.name);
    }
    for (const auto& [name, path] : root.externals) {
      names.push_back(name);
    }
    const Result<std::vector<std::string>> listed = reader_.List(root.directory);
    const std::vector<std::string> inside = listed.ok() ? *listed : std::vector<std::string>();
    for (const std::string& name : inside) {
      if (IsSource(name)) {
        names.push_back(std::string_view(name).substr(0, name.size() - kExtension.size()));
      } else if (name.find('.') == std::string::npos) {
        names.push_back(name);
      }
    }
    missing.hint = NearestHint(first, names);
  }

  size_t LoadPackage(const Target& target, const ImportStmt& import) {
    const Result<std::string> real = reader_.RealPath(target.path);
    const std::string key = real.ok() ? *real : target.path;
    if (!target.is_directory && IsMainFile(key)) {
      diagnostics_.Report(diag::Kind::kKclCompile, import.span,
                          "Cannot import " + target.path + " in the main package");
    }
    if (const auto found = by_place_.find(key); found != by_place_.end()) {
      return found->second;
    }
    const std::string directory = target.is_directory ? target.path : DirectoryOf(target.path);
    const size_t package = AddPackage(target.package, directory, target.root);
    by_place_[key] = package;
    if (!target.is_directory) {
      LoadFile(package, target.path);
      return package;
    }
    for (const std::string& file : PackageFiles(reader_, target.path)) {
      LoadFile(package, file);
    }
    return package;
  }

  bool IsMainFile(const std::string& key) {
    return std::any_of(main_files_.begin(), main_files_.end(), [&](const std::string& file) {
      const Result<std::string> real = reader_.RealPath(file);
      return real.ok() && *real == key;
    });
  }

  // Depth-first over the packages without native recursion; an edge back to a package on the way is a cycle.
  void ReportCycles() {
    enum class State : uint8_t { kNew, kOpen, kDone };
    std::vector<State> states(edges_.size(), State::kNew);
    std::vector<std::pair<size_t, size_t>> way;  // package, next edge
    for (size_t start = 0; start < edges_.size(); ++start) {
      if (states[start] != State::kNew) {
        continue;
      }
      way.push_back({start, 0});
      states[start] = State::kOpen;
      while (!way.empty()) {
        const size_t package = way.back().first;
        if (way.back().second == edges_[package].size()) {
          states[package] = State::kDone;
          way.pop_back();
          continue;
        }
        const Edge edge = edges_[package][way.back().second++];
        if (states[edge.to] == State::kOpen) {
          ReportCycle(way, edge);
        } else if (states[edge.to] == State::kNew) {
          states[edge.to] = State::kOpen;
          way.push_back({edge.to, 0});
        }
      }
    }
  }

  void ReportCycle(const std::vector<std::pair<size_t, size_t>>& way, const Edge& closing) {
    size_t first = 0;
    while (way[first].first != closing.to) {
      ++first;
    }
    std::string names;
    std::vector<Related> related;
    for (size_t i = first; i < way.size(); ++i) {
      names.append(names.empty() ? "" : ", ").append(program_.packages[way[i].first]->path);
      if (i + 1 < way.size()) {
        related.push_back({edges_[way[i].first][way[i].second - 1].at, "this import is part of the circle"});
      }
    }
    diagnostics_.Report(diag::Kind::kKclCompile, closing.at,
                        "There is a circular reference between modules " + names, related);
  }

 public:
  // The references of the imports' bound names, by node.
  const std::vector<std::pair<NodeId, Ref>>& imports() const { return imports_; }

 private:
  Program& program_;
  source::SourceMap& sources_;
  source::FileReader& reader_;
  const LoadOptions& options_;
  diag::Emitter& emitter_;
  Diagnostics diagnostics_;
  std::string first_directory_;
  std::vector<std::string> main_files_;
  std::vector<Root> roots_;
  std::vector<size_t> root_of_;  // by package
  std::vector<std::vector<Edge>> edges_;
  std::map<size_t, std::unordered_map<Symbol, std::string>>
      bound_;  // by package: the names of imports with their paths
  std::unordered_map<std::string, size_t> by_place_;
  std::map<std::string, ModuleFile> module_files_;  // by folder
  std::vector<std::pair<NodeId, Ref>> imports_;
};

}  // namespace

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

void Load(Program& program, source::SourceMap& sources, source::FileReader& reader,
          const LoadOptions& options, diag::Emitter& emitter) {
  Loader loader(program, sources, reader, options, emitter);
  loader.Run();
  program.refs.resize(static_cast<size_t>(program.ast.next_id));
  program.types.resize(static_cast<size_t>(program.ast.next_id));
  for (const auto& [id, ref] : loader.imports()) {
    program.refs[static_cast<size_t>(id)] = ref;
  }
}

}  // namespace kval::kcl
