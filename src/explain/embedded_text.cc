#include "src/explain/embedded_text.h"

namespace kval::explain {

const embedded::Files& Pages() {
  static const embedded::Files pages(PackedPages());
  return pages;
}

const embedded::Files& FormatTables() {
  static const embedded::Files tables(PackedFormatTables());
  return tables;
}

}  // namespace kval::explain
