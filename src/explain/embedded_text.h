#pragma once

#include "src/embedded/files.h"

namespace kval::explain {

// The files of src/explain/pages, sorted by name: "KV301". Decompressed on first use.
const embedded::Files& Pages();
// The one file of src/explain/formats.
const embedded::Files& FormatTables();

// Returns the compressed pages.
embedded::Compressed PackedPages();
embedded::Compressed PackedFormatTables();

}  // namespace kval::explain
