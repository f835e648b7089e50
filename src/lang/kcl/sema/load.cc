#include "src/lang/kcl/sema/load.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <utility>

#include "src/diag/collector.h"
#include "src/diag/read_failure.h"
#include "src/lang/kcl/sema/diagnostics.h"
#include "src/lang/kcl/sema/module_path_variable.h"
#include "src/lang/kcl/sema/module_search.h"
#include "src/lang/kcl/sema/path_name.h"
#include "src/lang/kcl/signatures/signatures.h"
#include "src/lang/kcl/syntax/parse.h"
#include "src/support/keyed_hash.h"

namespace kval::kcl {
namespace {

// Private to the semantic library.

// An import of a package: its target, and the statement.
struct ImportEdge {
  size_t to = 0;
  source::Span at;
};

using ImportEdges = std::vector<std::vector<ImportEdge>>;  // by importing package

using Way = std::vector<std::pair<size_t, size_t>>;  // package, next edge

void ReportCycle(const Program& program, const ImportEdges& edges, const Way& way, const ImportEdge& closing,
                 Diagnostics& diagnostics) {
  size_t first = 0;
  while (way[first].first != closing.to) {
    ++first;
  }
  std::string names;
  std::vector<RelatedLocation> related;
  for (size_t i = first; i < way.size(); ++i) {
    names.append(names.empty() ? "" : ", ").append(program.packages[way[i].first]->path);
    if (i + 1 < way.size()) {
      related.push_back({edges[way[i].first][way[i].second - 1].at, "this import is part of the circle"});
    }
  }
  diagnostics.Report(diag::Kind::kKclCompile, closing.at,
                     "There is a circular reference between modules " + names, related);
}

// Reports packages that import each other in a circle, at the import that closes it.
// Depth-first over the packages without native recursion; an edge back to a package on the way is a cycle.
void ReportImportCycles(const Program& program, const ImportEdges& edges, Diagnostics& diagnostics) {
  enum class State : uint8_t { kNew, kOpen, kDone };
  std::vector<State> states(edges.size(), State::kNew);
  Way way;
  for (size_t start = 0; start < edges.size(); ++start) {
    if (states[start] != State::kNew) {
      continue;
    }
    way.push_back({start, 0});
    states[start] = State::kOpen;
    while (!way.empty()) {
      const size_t package = way.back().first;
      if (way.back().second == edges[package].size()) {
        states[package] = State::kDone;
        way.pop_back();
        continue;
      }
      const ImportEdge edge = edges[package][way.back().second++];
      if (states[edge.to] == State::kOpen) {
        ReportCycle(program, edges, way, edge, diagnostics);
      } else if (states[edge.to] == State::kNew) {
        states[edge.to] = State::kOpen;
        way.push_back({edge.to, 0});
      }
    }
  }
}

constexpr std::string_view kPluginPrefix = "kcl_plugin";
constexpr std::string_view kExtension = ".k";

bool SameModule(const Ref& a, const Ref& b) {
  return a.kind == b.kind && a.package == b.package && a.symbol == b.symbol;
}

class Loader {
 public:
  Loader(Program& program, source::SourceMap& sources, source::FileReader& reader, const LoadOptions& options,
         diag::Emitter& emitter)
      : program_(program),
        sources_(sources),
        reader_(reader),
        options_(options),
        emitter_(emitter),
        diagnostics_(&emitter),
        search_(program, sources, reader, options, emitter) {}

  void Run() {
    FindKnown();
    search_.FindFirstRoot(FirstDirectory());
    AddPackage(std::string(kMainPackage), search_.DirectoryOfRoot(0));
    for (const ModuleSearch::EntryLocation& file : EntryFiles()) {
      LoadFile(0, file);
    }
    for (const source::SourceFile* text : options_.strings) {
      AddFile(0, *text, 0, emitter_);
    }
    // Packages are appended while their imports are found.
    for (size_t package = 0; package < program_.packages.size(); ++package) {
      for (size_t file = 0; file < program_.packages[package]->files.size(); ++file) {
        BindImports(package, file);
      }
    }
    ReportImportCycles(program_, edges_, diagnostics_);
  }

  // The references of the imports' bound names, by node.
  const std::vector<std::pair<NameId, Ref>>& imports() const { return imports_; }

 private:
  void FindKnown() {
    if (options_.known == nullptr) {
      return;
    }
    for (const std::unique_ptr<Package>& package : options_.known->packages) {
      for (const FileAst& file : package->files) {
        if (file.file != nullptr && file.file->name().ends_with(kExtension)) {
          known_[file.file->name()] = file.file;
        }
      }
    }
  }

  ModuleSearch::NamedEntry EntryAt(size_t i) const {
    const bool is_in_file = i < options_.entry_sources.size() && options_.entry_sources[i].at.has_value();
    return {options_.entries[i], is_in_file ? options_.entry_sources[i].at : source::Span(),
            is_in_file ? std::string_view(options_.entry_sources[i].below) : std::string_view()};
  }

  // That of the first entry that is no other package's.
  std::string FirstDirectory() {
    for (size_t i = 0; i < options_.entries.size(); ++i) {
      const std::string& entry = options_.entries[i];
      if (!ParseModulePathVariable(entry).has_value() && search_.MayName(EntryAt(i), entry)) {
        return reader_.KindOf(entry) == source::PathKind::kDirectory ? entry : DirectoryOf(entry);
      }
    }
    return ".";
  }

  std::vector<ModuleSearch::EntryLocation> EntryFiles() {
    std::vector<ModuleSearch::EntryLocation> files;
    for (size_t i = 0; i < options_.entries.size(); ++i) {
      const ModuleSearch::NamedEntry named = EntryAt(i);
      const std::optional<ModuleSearch::EntryLocation> place = search_.FindEntry(named);
      if (!place.has_value()) {
        continue;
      }
      if (reader_.KindOf(place->path) != source::PathKind::kDirectory) {
        files.push_back(*place);
        continue;
      }
      const size_t errors = emitter_.error_count();
      const std::vector<ModuleSearch::EntryLocation> inside = search_.FilesOf(*place);
      files.insert(files.end(), inside.begin(), inside.end());
      if (inside.empty() && emitter_.error_count() == errors) {
        diagnostics_.Report(diag::Kind::kKclModule, search_.PlaceOf(named),
                            "no KCL files found in " + place->path);
      }
    }
    return files;
  }

  size_t AddPackage(std::string path, std::string directory) {
    auto package = std::make_unique<Package>();
    package->path = std::move(path);
    package->directory = std::move(directory);
    program_.packages.push_back(std::move(package));
    roots_.emplace_back();
    edges_.emplace_back();
    return program_.packages.size() - 1;
  }

  // A file of the main package may also be a separate package: it is read once, and its errors are reported
  // once.
  void LoadFile(size_t package, const ModuleSearch::EntryLocation& place) {
    const Result<std::string> real = reader_.RealPath(place.path);
    const source::SourceFile*& known = read_[real.ok() ? *real : place.path];
    if (known != nullptr) {
      diag::Collector reported;
      diag::Emitter silent(&reported);
      AddFile(package, *known, place.root, silent);
      return;
    }
    const Result<const source::SourceFile*> file = Read(place);
    if (!file.ok()) {
      diag::ReportReadFailure({}, file.failure(), emitter_);
      return;
    }
    known = *file;
    AddFile(package, **file, place.root, emitter_);
  }

  Result<const source::SourceFile*> Read(const ModuleSearch::EntryLocation& place) {
    if (const auto known = known_.find(place.path); known != known_.end()) {
      return known->second;
    }
    const auto found = options_.found_below.find(place.path);
    if (place.below.empty() && found != options_.found_below.end()) {
      return sources_.LoadBelow(reader_, found->second, place.path);
    }
    return place.below.empty() ? sources_.Load(reader_, place.path)
                               : search_.LoadFound(place.path, place.below);
  }

  void AddFile(size_t package, const source::SourceFile& file, size_t root, diag::Emitter& emitter) {
    roots_[package].push_back(root);
    program_.packages[package]->files.push_back(Parse(program_.ast, file, emitter));
    program_.packages[package]->imports.emplace_back();
  }

  void BindImports(size_t package, size_t file) {
    // The vectors of the package do not move; its nodes live in the arena.
    for (const Stmt* stmt : program_.packages[package]->files[file].body) {
      const ImportStmt* import = stmt->As<ImportStmt>();
      if (!import) {
        continue;
      }
      const Ref ref = Resolve(package, file, *import);
      const auto [place, added] = bound_[package].emplace(import->bound.symbol, ref);
      if (!added && !SameModule(place->second, ref)) {
        const std::string name(program_.ast.names.Text(import->bound.symbol));
        diagnostics_.Report(
            diag::Kind::kKclCompile, import->span,
            "the name '" + name + "' is defined multiple times, '" + name + "' must be defined only once");
        continue;
      }
      program_.packages[package]->imports[file][import->bound.symbol] = ref;
      imports_.push_back({import->bound.id, ref});
    }
  }

  Ref Resolve(size_t package, size_t file, const ImportStmt& import) {
    Ref ref;
    ref.kind = RefKind::kPackage;
    if (import.is_broken) {
      return ref;
    }
    if (import.dots == 0 && IsBuiltIn(import, ref)) {
      return ref;
    }
    const std::string& from = program_.packages[package]->files[file].file->name();
    ModuleLocation place;
    const size_t root = roots_[package][file];
    const bool found = import.dots > 0 ? search_.FindRelative(root, from, import, place)
                                       : search_.FindAbsolute(root, import, place);
    if (!found) {
      ref.index = static_cast<int32_t>(program_.missing.size()) - 1;
      return ref;
    }
    const size_t loaded = LoadPackage(place, import);
    ref.package = static_cast<int32_t>(loaded);
    edges_[package].push_back({loaded, import.span});
    return ref;
  }

  bool IsBuiltIn(const ImportStmt& import, Ref& ref) {
    const std::string path = search_.TextOf(import);
    if (signatures::FindSystemModule(path)) {
      ref.kind = RefKind::kSystemModule;
    } else if (program_.ast.names.Text(import.path[0].symbol) == kPluginPrefix) {
      ref.kind = RefKind::kPlugin;
    } else {
      return false;
    }
    ref.symbol = program_.ast.names.Intern(path);
    return true;
  }

  size_t LoadPackage(const ModuleLocation& place, const ImportStmt& import) {
    const Result<std::string> real = reader_.RealPath(place.path);
    const std::string key = real.ok() ? *real : place.path;
    if (const auto found = by_place_.find(key); found != by_place_.end()) {
      return found->second;
    }
    const std::string directory = place.is_directory ? place.path : DirectoryOf(place.path);
    const size_t package = AddPackage(place.package, directory);
    by_place_[key] = package;
    if (!place.is_directory) {
      LoadFile(package, {place.path, place.root, search_.DirectoryOfRoot(place.root)});
      return package;
    }
    for (const std::string& file : search_.FilesOfPackage(place.path, place.root, import.span)) {
      LoadFile(package, {file, place.root, search_.DirectoryOfRoot(place.root)});
    }
    return package;
  }

  Program& program_;
  source::SourceMap& sources_;
  source::FileReader& reader_;
  const LoadOptions& options_;
  diag::Emitter& emitter_;
  Diagnostics diagnostics_;
  ModuleSearch search_;
  std::vector<std::vector<size_t>> roots_;  // by package and file: where its imports start
  ImportEdges edges_;
  std::map<size_t, std::unordered_map<Symbol, Ref>> bound_;  // by package: the names of imports
  TextMap<std::string, size_t> by_place_;
  TextMap<std::string, const source::SourceFile*> read_;   // by real path
  TextMap<std::string, const source::SourceFile*> known_;  // of an earlier load, by name
  std::vector<std::pair<NameId, Ref>> imports_;
};

}  // namespace

void Load(Program& program, source::SourceMap& sources, source::FileReader& reader,
          const LoadOptions& options, diag::Emitter& emitter) {
  // Memory of an expression with its statement, its type and its names.
  constexpr uint64_t kBytesOfOne = 256;
  constexpr uint64_t kMost = std::numeric_limits<NodeId>::max() / 2;
  program.ast.most_ids = static_cast<NodeId>(std::min(options.memory / kBytesOfOne, kMost));
  Loader loader(program, sources, reader, options, emitter);
  loader.Run();
  program.refs.resize(static_cast<size_t>(program.ast.next_name));
  program.types.resize(static_cast<size_t>(program.ast.next_id));
  for (const auto& [id, ref] : loader.imports()) {
    program.refs[static_cast<size_t>(id)] = ref;
  }
}

}  // namespace kval::kcl
