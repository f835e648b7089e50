#include "src/lang/gotemplate/template_set.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "src/lang/gotemplate/parser.h"
#include "src/lang/gotemplate/syntax.h"
#include "src/support/check.h"

namespace kval::gotemplate {

TemplateSet::TemplateSet(const TemplateSet* base) : base_(base) {}
TemplateSet::TemplateSet(TemplateSet&&) noexcept = default;
TemplateSet& TemplateSet::operator=(TemplateSet&&) noexcept = default;
TemplateSet::~TemplateSet() = default;

std::optional<ParseError> TemplateSet::Parse(std::string_view name, std::string_view text, uint32_t start,
                                             const FunctionTable& functions) {
  auto tree = std::make_unique<SyntaxTree>();
  Parser parser(tree->arena.CopyText(name), text, start, functions, tree.get());
  if (std::optional<ParseError> error = parser.Parse()) {
    return error;
  }
  for (const auto& [defined, tmpl] : tree->templates) {
    if (!IsEmptyBody(tmpl->body) || Find(defined) == nullptr) {
      templates_.insert_or_assign(std::string(defined), tmpl);
    }
  }
  last_ = tree->templates.at(name);
  trees_.push_back(std::move(tree));
  return std::nullopt;
}

const Template* TemplateSet::Find(std::string_view name) const {
  for (const TemplateSet* set = this; set != nullptr; set = set->base_) {
    if (const auto found = set->templates_.find(name); found != set->templates_.end()) {
      return found->second;
    }
  }
  return nullptr;
}

const Template& TemplateSet::Last() const {
  KVAL_CHECK(last_ != nullptr);
  return *last_;
}

std::vector<std::string_view> TemplateSet::Names() const {
  std::vector<std::string_view> names;
  for (const TemplateSet* set = this; set != nullptr; set = set->base_) {
    for (const auto& [name, tmpl] : set->templates_) {
      names.push_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace kval::gotemplate
