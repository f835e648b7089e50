#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/command.h"
#include "src/cli/override_reader.h"
#include "src/cli/snapshot_reader.h"
#include "src/project/find.h"

namespace kval::cli {

// The documents and directories that an editor has open, by absolute paths.
struct OpenDocuments {
  std::vector<std::string> directories;
  std::map<std::string, std::string> strings;
  std::map<std::string, std::string> languages = {};  // their language ids in the protocol
  std::map<std::string, std::string> uris = {};       // as the client writes them
  std::map<std::string, std::string> versions = {};   // as JSON
  std::map<std::string, std::string> revisions = {};  // no two contents have the same
  bool counts_bytes = false;                          // the client's positions count bytes
};

// Whether a path belongs to a document that is not saved (lsp/open_documents.h): only its own check sees it.
bool IsUnsaved(std::string_view path);

// One open document, and the directory that paths are relative to: the working directory of the process,
// which changes.
class OpenDocument {
 public:
  OpenDocument(const OpenDocuments& opened, const std::string& path, const ProcessEnvironment& environment)
      : opened_(opened), path_(path), environment_(environment) {}

  // Changes to the directory of the nearest project file: in the document's repository, or in a workspace
  // directory. Returns nullopt if there is none; a failure if there are two.
  Result<std::optional<project::ProjectLocation>> EnterProject();
  // Changes to the directory that confines references of a document: the workspace directory around it, or
  // its own. Returns false if it does not exist.
  bool EnterDocumentDirectory();

  // Relative to the entered directory.
  std::string name() const { return NameOf(path_); }
  std::string NameOf(const std::string& path) const;
  const std::string& path() const { return path_; }
  // Its language, by its name or else by the editor's declaration.
  enum class Language { kOther, kYaml, kStarlark, kKcl };
  Language language() const;
  // All open documents by such names.
  const TextOverrides& strings() const { return strings_; }
  const ProcessEnvironment& environment() const { return environment_; }
  const OpenDocuments& opened() const { return opened_; }
  // Records what the check of the document reads; null if nothing does.
  FileSnapshot* snapshot() const { return snapshot_; }
  void set_snapshot(FileSnapshot* snapshot) { snapshot_ = snapshot; }

 private:
  bool Enter(const std::string& directory);
  bool IsOpen(const std::string& directory) const;

  const OpenDocuments& opened_;
  const std::string& path_;
  ProcessEnvironment environment_;
  TextOverrides strings_;
  FileSnapshot* snapshot_ = nullptr;
};

// Reads the files of a document's check: open documents override the disk. `disk` and `text` must outlive it.
class OpenDocumentReader {
 public:
  OpenDocumentReader(source::FileReader& disk, const OpenDocument& text)
      : watching_(disk, text.snapshot()),
        files_(watching_, text.strings(), text.environment().directory, text.snapshot()) {}

  source::FileReader& files() { return files_; }

 private:
  SnapshotReader watching_;
  OverrideReader files_;
};

}  // namespace kval::cli
