#pragma once

#include <string_view>

#include "src/source/file_reader.h"
#include "src/value/value.h"

namespace kval::driver {

// Whether a JSON Schema is most likely not the user's own, so that what could be better in it is nothing that
// the user can change: its `$id` is an address on the web (addresses that RFC 2606 reserves for examples do
// not count), or the file lies in a directory of dependencies (`node_modules`, `vendor`, `third_party`) or,
// by its absolute path, outside of the working directory.
bool IsPublishedSchema(const value::Value& root, std::string_view path, source::FileReader& reader);

}  // namespace kval::driver
