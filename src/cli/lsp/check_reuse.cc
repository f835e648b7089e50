#include "src/cli/lsp/check_reuse.h"

#include <algorithm>
#include <utility>

#include "src/driver/session.h"
#include "src/types/type.h"

namespace kval::cli {

std::string SituationOf(const OpenDocuments& opened) {
  std::string situation;
  for (const std::string& directory : opened.directories) {
    situation.append(directory).push_back('\0');
  }
  for (const auto& [path, text] : opened.strings) {
    situation.append(1, '\n').append(path);
    const auto language = opened.languages.find(path);
    situation.append(1, '\0').append(language == opened.languages.end() ? "" : language->second);
  }
  return situation;
}

bool IsUnchanged(const DocumentFindings& findings, const OpenDocument& text) {
  const std::map<std::string, std::string>& revisions = text.opened().revisions;
  return std::all_of(findings.revisions.begin(), findings.revisions.end(),
                     [&](const auto& known) {
                       const auto found = revisions.find(known.first);
                       return found != revisions.end() && found->second == known.second;
                     }) &&
         IsUnchanged(findings.files);
}

std::optional<DocumentFindings> FindingsForReuse(std::string lines, const FileSnapshot& snapshot,
                                                 const OpenDocument& text) {
  DocumentFindings findings;
  findings.files = snapshot.Record();
  const bool is_settled =
      std::all_of(findings.files.reads.begin(), findings.files.reads.end(),
                  [](const auto& read) { return !read.second.exists || source::IsSettled(read.second); });
  if (!is_settled) {
    return std::nullopt;
  }
  for (const auto& [path, revision] : text.opened().revisions) {
    if (path == text.path() || findings.files.overridden.contains(text.NameOf(path))) {
      findings.revisions.emplace(path, revision);
    }
  }
  findings.files.overridden.clear();
  findings.lines = std::move(lines);
  return findings;
}

void Update(CheckReuse changed, const OpenDocuments& opened, CheckReuse& reuse) {
  if (changed.situation != reuse.situation) {
    reuse.situation = std::move(changed.situation);
    reuse.documents.clear();
  }
  for (auto& [path, findings] : changed.documents) {
    reuse.documents[path] = std::move(findings);
  }
  std::erase_if(reuse.documents, [&](const auto& entry) { return !opened.strings.contains(entry.first); });
  for (auto& [project, checks] : changed.projects) {
    for (auto& [name, passed] : checks) {
      reuse.projects[project][name] = std::move(passed);
    }
  }
}

}  // namespace kval::cli
