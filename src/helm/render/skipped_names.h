#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "src/lang/gotemplate/syntax.h"
#include "src/lang/gotemplate/template_set.h"

namespace kval::helm::render {

// The names in a part of a template, each of which may be a key of any map.
struct TemplateNames {
  using Names = std::set<std::string, std::less<>>;

  Names any;        // every field name and every part of a string
  Names whole;      // those whose value may be used with all that is in it: the last of `.a.b`, and strings
  Names templates;  // that are included
  bool calls_unknown = false;  // a template is included whose name is computed
  bool uses_scope = false;     // dot or a variable is used as a whole

  void Add(const TemplateNames& other);
};

// Adds the names in the nodes.
void CollectNames(gotemplate::NodeList nodes, TemplateNames& names);

// The names in the parts of templates that were skipped at least once.
class SkippedNames {
 public:
  // Adds nodes of a template; returns their names. Nodes at a known place are not read again.
  const TemplateNames& Add(const gotemplate::Template& tmpl, gotemplate::NodeList nodes);
  // Adds the templates that skipped parts may include. Call once, after all executions.
  void AddIncluded(const gotemplate::TemplateSet& templates);

  const TemplateNames& all() const { return all_; }

 private:
  // By the offsets of the first and last node in the virtual buffer.
  std::map<std::pair<uint32_t, uint32_t>, TemplateNames> parts_;
  TemplateNames all_;
};

}  // namespace kval::helm::render
