#include "schemas/kubernetes/api_table.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "schemas/kubernetes/embedded.h"
#include "src/support/check.h"
#include "src/support/take_part.h"

namespace kval::schemas::kubernetes {
namespace {

bool NameIsBefore(const TypeRecord& record, std::string_view name) {
  return record.name < name;
}

// Kinds that every group has for requests and responses; manifests do not contain them.
bool IsOfRequests(std::string_view kind) {
  constexpr std::string_view kKinds[] = {"DeleteOptions", "WatchEvent", "APIGroup",       "APIGroupList",
                                         "APIVersions",   "Status",     "APIResourceList"};
  return std::find(std::begin(kKinds), std::end(kKinds), kind) != std::end(kKinds);
}

}  // namespace

std::string_view GroupOf(std::string_view api_version) {
  const size_t slash = api_version.find('/');
  return slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
}

bool IsAtLeast(std::string_view version, std::string_view other) {
  const auto minor = [](std::string_view text) {
    int number = -1;
    text.remove_prefix(std::min(text.find('.') + 1, text.size()));
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
  };
  return minor(version) >= minor(other);
}

ApiTable ApiTable::Builtin() {
  return ApiTable(Decompress(Types()));
}

ApiTable::ApiTable(std::string text) : text_(std::move(text)) {
  std::string_view rest = text_;
  std::string_view head = TakePart(rest, '\n');
  KVAL_CHECK(TakePart(head, ' ') == "V");
  while (!head.empty()) {
    versions_.push_back(TakePart(head, ' '));
  }
  while (rest.starts_with("L\t")) {
    std::string_view line = TakePart(rest, '\n');
    TakePart(line, '\t');
    Lifecycle& row = lifecycles_.emplace_back();
    for (std::string_view* cell :
         {&row.api_version, &row.kind, &row.deprecated_in, &row.removed_in, &row.replacement}) {
      *cell = TakePart(line, '\t');
    }
  }
  while (!rest.empty()) {
    // A line `T NAME MASK KINDS` and everything up to the next one.
    const size_t end = std::min(rest.find("\nT "), rest.size());
    std::string_view block = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    std::string_view line = TakePart(block, '\n');
    KVAL_CHECK(TakePart(line, ' ') == "T");
    TypeRecord record;
    record.name = TakePart(line, ' ');
    const std::string_view mask = TakePart(line, ' ');
    std::from_chars(mask.data(), mask.data() + mask.size(), record.versions, 16);
    record.kinds = line;
    record.body = block;
    while (!line.empty()) {
      kinds_[TakePart(line, ' ')].push_back(static_cast<uint32_t>(records_.size()));
    }
    records_.push_back(record);
  }
}

std::optional<size_t> ApiTable::VersionNamed(std::string_view name) const {
  name.remove_prefix(name.starts_with("v") ? 1 : 0);
  const size_t dot = name.find('.');
  name = name.substr(0, dot == std::string_view::npos ? dot : name.find('.', dot + 1));
  const auto found = std::find(versions_.begin(), versions_.end(), name);
  return found == versions_.end() ? std::nullopt
                                  : std::optional(static_cast<size_t>(found - versions_.begin()));
}

const TypeRecord* ApiTable::FindType(std::string_view name, size_t version) const {
  auto record = std::lower_bound(records_.begin(), records_.end(), name, NameIsBefore);
  for (; record != records_.end() && record->name == name; ++record) {
    if ((record->versions >> version & 1U) != 0) {
      return &*record;
    }
  }
  return nullptr;
}

const TypeRecord* ApiTable::FindKind(std::string_view api_version, std::string_view kind,
                                     size_t version) const {
  const auto found = kinds_.find(std::string(api_version) + "/" + std::string(kind));
  if (found == kinds_.end()) {
    return nullptr;
  }
  for (const uint32_t index : found->second) {
    if ((records_[index].versions >> version & 1U) != 0) {
      return &records_[index];
    }
  }
  return nullptr;
}

VersionMask ApiTable::VersionsOf(std::string_view api_version, std::string_view kind) const {
  VersionMask versions = 0;
  const auto found = kinds_.find(std::string(api_version) + "/" + std::string(kind));
  if (found != kinds_.end()) {
    for (const uint32_t index : found->second) {
      versions |= records_[index].versions;
    }
  }
  return versions;
}

bool ApiTable::KnowsGroup(std::string_view group) const {
  return std::any_of(kinds_.begin(), kinds_.end(), [&](const auto& entry) {
    const std::string_view api = entry.first;
    return GroupOf(api.substr(0, api.rfind('/'))) == group;
  });
}

const Lifecycle* ApiTable::LifecycleOf(std::string_view api_version, std::string_view kind) const {
  const auto found = std::find_if(lifecycles_.begin(), lifecycles_.end(), [&](const Lifecycle& row) {
    return row.kind == kind && row.api_version == api_version;
  });
  return found == lifecycles_.end() ? nullptr : &*found;
}

std::vector<Api> ApiTable::Apis() const {
  std::vector<std::pair<std::string_view, VersionMask>> found;
  found.reserve(kinds_.size());
  for (const auto& [api, indexes] : kinds_) {
    if (IsOfRequests(api.substr(api.rfind('/') + 1))) {
      continue;
    }
    VersionMask versions = 0;
    for (const uint32_t index : indexes) {
      versions |= records_[index].versions;
    }
    found.emplace_back(api, versions);
  }
  std::sort(found.begin(), found.end());
  std::vector<Api> apis;
  apis.reserve(found.size());
  for (const auto& [api, versions] : found) {
    const size_t slash = api.rfind('/');
    apis.push_back({api.substr(0, slash), api.substr(slash + 1), versions});
  }
  return apis;
}

}  // namespace kval::schemas::kubernetes
