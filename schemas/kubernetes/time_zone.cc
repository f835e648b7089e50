#include "schemas/kubernetes/time_zone.h"

#include <algorithm>
#include <vector>

#include "schemas/kubernetes/embedded.h"
#include "src/support/edit_distance.h"

namespace kval::schemas::kubernetes {
namespace {

// Decompressed on first use; sorted.
class Zones {
 public:
  Zones() : text_(Decompress(TimeZones())) {
    std::string_view rest = text_;
    while (!rest.empty()) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      names_.push_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    std::sort(names_.begin(), names_.end());
  }
  Zones(const Zones&) = delete;
  Zones& operator=(const Zones&) = delete;

  const std::vector<std::string_view>& names() const { return names_; }

 private:
  const std::string text_;
  std::vector<std::string_view> names_;
};

const std::vector<std::string_view>& Names() {
  static const Zones zones;
  return zones.names();
}

}  // namespace

bool IsTimeZone(std::string_view name) {
  return std::binary_search(Names().begin(), Names().end(), name);
}

std::string NearestTimeZone(std::string_view name) {
  return std::string(Nearest(name, Names()));
}

}  // namespace kval::schemas::kubernetes
