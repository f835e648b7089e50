#include "src/cli/explain_topics.h"

#include "annotations/bind.h"
#include "src/diag/kind.h"
#include "src/formats/format.h"

namespace kval::cli {

std::vector<Topic> ExplainTopics() {
  std::vector<Topic> topics = {{"formats", "lists all formats"},
                               {"limits", "lists all limits"},
                               {"exit-codes", "lists all exit codes"}};
  for (const diag::KindEntry& entry : diag::AllKinds()) {
    topics.push_back({diag::CodeOf(entry.kind), std::string(entry.name), true});
    topics.push_back({std::string(entry.name), std::string(entry.summary), true});
  }
  for (const annotations::Spec* spec : annotations::All()) {
    topics.push_back({"@" + std::string(spec->name), std::string(spec->summary)});
  }
  for (const formats::FormatEntry& entry : formats::Builtin()) {
    topics.push_back({std::string(entry.name), std::string(entry.doc)});
  }
  return topics;
}

}  // namespace kval::cli
