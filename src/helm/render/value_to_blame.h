#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "src/diag/path.h"
#include "src/helm/chart.h"
#include "src/helm/render/manifests.h"
#include "src/helm/render/render.h"
#include "src/helm/tables.h"
#include "src/lang/gotemplate/execution_options.h"
#include "src/source/span.h"

namespace kval::helm::render {

// Part of a rendered file that a finding is about.
struct RenderedPart {
  const RenderedFile* file;
  uint32_t begin;  // in its text
  uint32_t end;
};

struct BlamedValue {
  source::Span span;
  bool is_string = false;
  bool is_counted = false;  // a list of which the number of an item was printed
};

// Returns the place of the value that a part of rendered text shows: one that equals the text, is contained
// in it, or is the only one that it was computed from. `path`: of the part in its document, of which the end
// leads from a map that a template printed as a whole to the value. Nullopt: the text is the template's own,
// or no value is to blame.
std::optional<BlamedValue> FindValueToBlame(RenderedChart& chart, const RenderedPart& part,
                                            const diag::Path& path);

// Returns the map or list that is printed below a key, which is the part; nullopt if other text is.
std::optional<BlamedValue> FindCollectionToBlame(RenderedChart& chart, const RenderedPart& key);

// Returns the map, list or scalar that printed a byte, and replaces a default that is another of these; null:
// there is none.
const TableValue* FindValueOfOtherKind(RenderedChart& chart, const RenderedFile& file, uint32_t offset);

// Returns the cause of invalid YAML at an offset: a value of one line that the action printed, or one whose
// kind is not that of its default.
InvalidCause FindInvalidCause(RenderedChart& rendered, const Chart& chart, const RenderedFile& file,
                              uint32_t offset);

// Returns the value that a template rejects: the only one that the error is about, or the
// only one of them that the user set. With `failure`, the
// message of `fail` or `required`: of the values that the user set the longest one in the message, or the
// only one that the condition around the call is about. Values that equal their defaults are only blamed if
// all do. Null: none.
const TableValue* FindRejectedValue(RenderedChart& rendered, const Chart& chart,
                                    const gotemplate::ExecutionError& error, std::string_view failure);

}  // namespace kval::helm::render
