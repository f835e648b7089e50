#pragma once

#include <string>
#include <vector>

#include "src/source/span.h"
#include "src/value/value.h"

// The content of a project file, before any lookup. Every string has its location.
namespace kval::project {

struct Text {
  std::string text;
  source::Span at;
};

// A custom schema for resources of a kind.
struct PolicyText {
  source::Span at;
  Text kind;  // empty: the schema says it
  Text schema;
};

// A schema and its input: layers of values, which are merged, or independent documents.
struct Group {
  bool is_each = false;
  Text name;
  source::Span at;
  std::vector<Text> schema;
  std::vector<Text> values;  // for a set in merge order; for documents their base values
  std::vector<Text> files;   // documents: patterns
  Text chart;                // of Helm, in the place of a schema; empty: none
  Text profile;              // empty: by the schema's language
  std::vector<Text> flags;   // as on the command line

  // Kubernetes manifests, `files`, which are validated together.
  bool is_kubernetes = false;
  std::vector<Text> crds;
  std::vector<Text> locations;
  std::vector<Text> versions;
  std::vector<Text> ignored_kinds;
  std::vector<PolicyText> policies;
};

// A name and its setting: of a rule, of a limit.
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
