#include "src/kubernetes/admission/default_rows.h"

namespace kval::kubernetes {
namespace {

constexpr DefaultRow kRows[] = {
#include "src/kubernetes/admission/defaults.inc"
};

constexpr DefaultPart kParts[] = {
#include "src/kubernetes/admission/default_parts.inc"
};

}  // namespace

std::span<const DefaultRow> DefaultRows() {
  return kRows;
}

std::vector<std::string_view> ListsWithoutOmission(std::string_view kind) {
  std::vector<std::string_view> paths;
  for (const DefaultRow& row : kRows) {
    if (row.kind == kind && row.value == kNoList) {
      paths.push_back(row.path);
    }
  }
  return paths;
}

std::span<const DefaultPart> DefaultParts() {
  return kParts;
}

}  // namespace kval::kubernetes
