#pragma once

#include <string>
#include <vector>

#include "src/source/span.h"
#include "src/value/value.h"

// The content of a project file, before any lookup. Every string has its location.
namespace kval::project {

struct LocatedString {
  std::string text;
  source::Span at;
};

// A custom schema for resources of a kind.
struct PolicyDeclaration {
  source::Span at;
  LocatedString kind;  // empty: detected from the schema
  LocatedString schema;
};

// A schema and its input: layers of values, which are merged, or independent documents.
struct CheckDeclaration {
  bool is_documents = false;
  LocatedString name;
  source::Span at;
  std::vector<LocatedString> schema;
  std::vector<LocatedString> values;   // for a set in merge order; for documents their base values
  std::vector<LocatedString> files;    // documents: patterns
  std::vector<LocatedString> exclude;  // patterns of paths that `files` do not find
  LocatedString chart;                 // of Helm, in the place of a schema; empty: none
  LocatedString profile;               // empty: by the schema's language
  std::vector<LocatedString> flags;    // as on the command line

  // Kubernetes manifests, `files`, which are validated together.
  bool is_kubernetes = false;
  std::vector<LocatedString> crds;
  std::vector<LocatedString> locations;
  bool uses_catalog = true;  // whether kinds without a definition have the schemas of the catalogue
  std::vector<LocatedString> versions;
  std::vector<LocatedString> ignored_kinds;
  std::vector<LocatedString> optional_rules;
  std::vector<PolicyDeclaration> policies;
};

// A name and its setting: of a rule, of a limit.
struct Setting {
  LocatedString name;
  LocatedString value;
};

struct RuleOverride {
  source::Span at;
  std::vector<LocatedString> files;
  std::vector<LocatedString> ignore;
  std::vector<Setting> rules;
};

struct Declaration {
  std::vector<CheckDeclaration> groups;  // sets, documents, manifests, each in the order of the file
  std::vector<LocatedString> exclude;
  std::vector<Setting> rules;
  std::vector<RuleOverride> overrides;
  std::vector<Setting> limits;
  LocatedString timeout;
  bool strict_coverage = false;
};

// Requires: `root` is valid by the schema of project files.
Declaration ReadDeclaration(const value::Value& root);

}  // namespace kval::project
