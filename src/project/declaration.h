#pragma once

#include <string>
#include <vector>

#include "src/source/span.h"
#include "src/value/value.h"

// What a project file says, as it says it: nothing is looked up yet. Every text has its place.
namespace kval::project {

struct Text {
  std::string text;
  source::Span at;
};

// A schema of one's own for resources of a kind.
struct PolicyText {
  source::Span at;
  Text kind;  // empty: the schema says it
  Text schema;
};

// A schema with what is checked against it: a set, whose values are merged, or documents judged one by one.
struct Group {
  bool is_each = false;
  Text name;
  source::Span at;
  std::vector<Text> schema;
  std::vector<Text> values;  // of a set in the order of merging; of documents what lies below each
  std::vector<Text> files;   // documents: patterns
  Text chart;                // of Helm, in the place of a schema; empty: none
  Text profile;              // empty: by the schema's language
  std::vector<Text> flags;   // as on the command line

  // Manifests of Kubernetes, `files`, which are judged together.
  bool is_kubernetes = false;
  std::vector<Text> crds;
  std::vector<Text> locations;
  std::vector<Text> versions;
  std::vector<Text> ignored_kinds;
  std::vector<PolicyText> policies;
};

// A name with what it is set to: of a rule, of a limit.
struct Setting {
  Text name;
  Text value;
};

struct Override {
  source::Span at;
  std::vector<Text> files;
  std::vector<Text> ignore;
  std::vector<Setting> rules;
};

struct Declaration {
  std::vector<Group> groups;  // sets, documents, manifests, each in the order of the file
  std::vector<Text> exclude;
  std::vector<Setting> rules;
  std::vector<Override> overrides;
  std::vector<Setting> limits;
  Text timeout;
  bool strict_coverage = false;
};

// Of a value that the schema of project files holds for.
Declaration ReadDeclaration(const value::Value& root);

}  // namespace kval::project
