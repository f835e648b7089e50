#pragma once

#include <map>
#include <string>

#include "src/cli/file_snapshot.h"
#include "src/cli/lsp/open_document.h"
#include "src/driver/kubernetes/passed_manifests.h"

namespace kval::cli {

// The findings of a document without a project, and everything that they depend on.
struct DocumentFindings {
  std::map<std::string, std::string> revisions;  // of the open documents that were read, by path
  SnapshotRecord files;                          // on disk; relative to the directory of the document's check
  std::string lines;                             // in the format `-o lsp`
  std::string chart = {};  // the directory of the chart whose findings these are; or empty
};

// Results of earlier checks of the language server. Each check uses them and returns those that changed.
struct CheckReuse {
  std::string situation;                              // SituationOf
  std::map<std::string, DocumentFindings> documents;  // by path
  std::map<std::string, std::map<std::string, driver::PassedManifests>>
      projects;  // by project file, by check
};

// What the findings of every document may depend on: the directories, and which documents are open.
std::string SituationOf(const OpenDocuments& opened);

// Whether the files and open documents that findings depend on are unchanged. Requires the working directory
// of the document's check. `text`: the document.
bool IsUnchanged(const DocumentFindings& findings, const OpenDocument& text);

// Returns the findings of a check for later ones; nullopt if a file changed so recently that another change
// may go unnoticed. `snapshot`: of the check.
std::optional<DocumentFindings> FindingsForReuse(std::string lines, const FileSnapshot& snapshot,
                                                 const OpenDocument& text);

// Replaces the results by those of a later check, which has the same documents open.
void Update(CheckReuse changed, const OpenDocuments& opened, CheckReuse& reuse);

}  // namespace kval::cli
