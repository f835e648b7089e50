#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "src/source/source_file.h"
#include "src/support/keyed_hash.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// The prefix of `!!` without a %TAG directive.
inline constexpr std::string_view kCorePrefix = "tag:yaml.org,2002:";

// The handle of a tag: `!`, `!!` or `!name!`; empty for a verbatim tag. `!~!x` has no name before the second
// `!`: as in go-yaml and libyaml its handle is `!` and its suffix `~!x`.
std::string_view TagHandle(std::string_view tag);

// The handles declared by %TAG directives of one document; the first of several with one handle counts.
class TagPrefixes {
 public:
  TagPrefixes() = default;
  // `document` is the index of the event that starts it.
  TagPrefixes(const EventStream& stream, const source::SourceFile& file, size_t document);

  // Returns the prefix of a handle; empty if there is none.
  std::string_view Of(std::string_view handle) const;

 private:
  TextMap<std::string_view, std::string_view> prefixes_;
};

// Returns the full name of a tag: `!!str` is `tag:yaml.org,2002:str`, `!local` is unchanged, `!<x>` is `x`,
// and a handle is replaced by the prefix of the document's %TAG directive.
std::string FullTag(const EventStream& stream, const source::SourceFile& file, const Event& event,
                    const TagPrefixes& prefixes);

// Whether a program replaces a node with this tag by another value: tags of GitLab, CloudFormation, Ansible,
// Home Assistant, ESPHome, mkdocs, authentik and Compose, such as `!Ref`.
bool IsReplacedTag(std::string_view tag);
// Whether a program reads the value of a node with this tag as it is written: `!override` of Compose, which
// is about merging, and `!unsafe` of Ansible.
bool IsTransparentTag(std::string_view tag);

}  // namespace kval::yaml
