#pragma once

#include <set>
#include <span>
#include <string_view>

#include "src/driver/documents.h"
#include "src/driver/inputs/unchecked_reporter.h"
#include "src/yaml/document.h"

namespace kval::driver {

// Reports templates and plain output that may be intended as values, of which nothing would be checked: all
// top-level keys of a template, or any of a plain file, are keys of the schema or of annotated values.
// `files`: the templates and plain files of a set whose templates are evaluated. `directories`: those of its
// schemas and annotated values, in which a plain file with such keys is an error; elsewhere it is a note.
void ReportLikelyValues(const Documents& documents, std::span<const yaml::File* const> files,
                        const std::set<std::string_view>& directories, const UncheckedReporter& unchecked);

}  // namespace kval::driver
