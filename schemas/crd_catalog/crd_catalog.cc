#include "schemas/crd_catalog/crd_catalog.h"

#include <algorithm>

#include "schemas/crd_catalog/embedded.h"

namespace kval::schemas::crd_catalog {
namespace {

using Text = std::string_view;

// Calls `visit` with each entry until it returns true.
template <typename Visit>
void Search(Text index, const Visit& visit) {
  for (size_t number = 1; !index.empty(); ++number) {
    const Text line = index.substr(0, index.find('\n'));
    const size_t kind = line.find(' ') + 1;
    const size_t release = line.find(' ', kind) + 1;
    const bool is_complete = line.substr(release).starts_with('*');
    if (visit(CatalogEntry{line.substr(0, kind - 1), line.substr(kind, release - kind - 1),
                           line.substr(release + (is_complete ? 1 : 0)), is_complete, number})) {
      return;
    }
    index.remove_prefix(std::min(line.size() + 1, index.size()));
  }
}

}  // namespace

CatalogIndex::CatalogIndex() : text_(embedded::Decompress(EmbeddedText(0))) {}

std::optional<CatalogEntry> CatalogIndex::Find(Text api_version, Text kind) const {
  std::optional<CatalogEntry> found;
  Search(text_, [&](const CatalogEntry& entry) {
    const bool is_it = entry.api_version == api_version && entry.kind == kind;
    if (is_it) {
      found = entry;
    }
    return is_it;
  });
  return found;
}

std::vector<CatalogEntry> CatalogIndex::OfGroup(Text group) const {
  std::vector<CatalogEntry> found;
  Search(text_, [&](const CatalogEntry& entry) {
    if (entry.api_version.substr(0, entry.api_version.find('/')) == group) {
      found.push_back(entry);
    }
    return false;
  });
  return found;
}

std::vector<CatalogEntry> CatalogIndex::All() const {
  std::vector<CatalogEntry> all;
  Search(text_, [&](const CatalogEntry& entry) {
    all.push_back(entry);
    return false;
  });
  return all;
}

std::string SchemaText(const CatalogEntry& entry) {
  return embedded::Decompress(EmbeddedText(entry.number));
}

size_t EmbeddedSize() {
  const embedded::Compressed first = EmbeddedText(0), last = EmbeddedText(CatalogIndex().All().size());
  return static_cast<size_t>(last.data + last.size - first.data);
}

}  // namespace kval::schemas::crd_catalog
