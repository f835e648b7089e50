#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/gotemplate/function_table.h"
#include "src/lang/gotemplate/token_reader.h"

namespace kval::gotemplate {

struct Template;    // syntax.h
struct SyntaxTree;  // parser.h

// Templates that refer to each other by name: Go's template with those that are associated with it.
//
// A set may extend another one, which must outlive it and is not changed (Go's Clone). Parsed templates are
// immutable.
class TemplateSet {
 public:
  explicit TemplateSet(const TemplateSet* base = nullptr);
  TemplateSet(TemplateSet&&) noexcept;
  TemplateSet& operator=(TemplateSet&&) noexcept;
  ~TemplateSet();

  // Parses `text`, which must outlive the set, as the template `name`, with the templates that it defines. A
  // template replaces one of the same name, unless its own text is empty. `start`: the offset of the text in
  // the virtual buffer. The names of functions are checked against `functions`. Returns the first error; then
  // the set is unchanged.
  std::optional<ParseError> Parse(std::string_view name, std::string_view text, uint32_t start,
                                  const FunctionTable& functions);
  // Null if there is no template of that name.
  const Template* Find(std::string_view name) const;
  // The template of the text that was parsed last, also if its text is empty and it replaced no other one.
  // Requires: a text was parsed.
  const Template& Last() const;
  // Sorted.
  std::vector<std::string_view> Names() const;

 private:
  const TemplateSet* base_;
  std::map<std::string, const Template*, std::less<>> templates_;
  std::vector<std::unique_ptr<const SyntaxTree>> trees_;
  const Template* last_ = nullptr;
};

}  // namespace kval::gotemplate
