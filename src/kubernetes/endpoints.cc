#include <optional>
#include <string_view>

#include "src/kubernetes/addresses.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/other_kinds.h"
#include "src/kubernetes/tell.h"
#include "src/support/keyed_hash.h"

// Endpoints and slices of endpoints.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<> kNoAddress{
    diag::Kind::kMissingRequired,
    "required key `addresses` is missing: a subset needs `addresses` or `notReadyAddresses`"};
constexpr diag::Def<> kNoPortName{diag::Kind::kMissingRequired,
                                  "required key `name` is missing: several ports must have names"};
constexpr diag::Def<Text> kTwice{diag::Kind::kResource, "another port is called `{}`"};
constexpr diag::Def<Text, Text> kAddress{diag::Kind::kResource, "`{}` is no address here: {}"};
constexpr diag::Def<Text, Text> kNotHere{diag::Kind::kResource,
                                         "`{}` cannot be the address of an endpoint: it is {}"};

void CheckAddress(const check::Trail& at, Text format, diag::Emitter& emit) {
  if (at.value->kind != Kind::kString) {
    return;
  }
  const Text address = TextOf(at);
  if (const std::string why = WhyNot(format, address); !why.empty()) {
    Tell(emit, at, kAddress, address, why).Emit();
  } else if (const Text special = SpecialAddress(address);
             format != "dns1123-subdomain" && !special.empty()) {
    Tell(emit, at, kNotHere, address, special).Emit();
  }
}

bool HasItems(const check::Trail& map, Text key) {
  const std::optional<check::Trail> list = At(map, key);
  return list && !(list->value->kind == Kind::kSequence && list->value->items().empty());
}

}  // namespace

void CheckEndpoints(const Resource& resource, diag::Emitter& emit) {
  ForEachItemOf(resource.at, "subsets", [&](const check::Trail& subset) {
    if (subset.value->kind != Kind::kMapping || HasGap(*subset.value)) {
      return;
    }
    if (!HasItems(subset, "addresses") && !HasItems(subset, "notReadyAddresses")) {
      Tell(emit, subset, kNoAddress).Emit();
    }
    for (const Text list : {Text("addresses"), Text("notReadyAddresses")}) {
      ForEachItemOf(subset, list, [&](const check::Trail& item) {
        const std::optional<check::Trail> ip = At(item, "ip");
        const Text special = ip ? SpecialAddress(TextOf(*ip)) : Text();
        if (!special.empty()) {
          Tell(emit, *ip, kNotHere, TextOf(*ip), special).Emit();
        }
      });
    }
    const std::optional<check::Trail> ports = At(subset, "ports");
    const bool needs_names =
        ports && ports->value->kind == Kind::kSequence && ports->value->items().size() > 1;
    ForEachItemOf(subset, "ports", [&](const check::Trail& port) {
      const bool has_name = !TextAt(port, "name").empty() || HasGap(*port.value);
      if (needs_names && !has_name && port.value->kind == Kind::kMapping) {
        diag::Path path = port.path();
        path.push_back(diag::PathStep::Key("name"));
        emit.Report(check::PlaceOf(port.key, *port.value), kNoPortName).At(path).Emit();
      }
    });
  });
}

void CheckEndpointSlice(const Resource& resource, diag::Emitter& emit) {
  const Text type = TextAt(resource.at, "addressType");
  const Text format = type == "IPv4"   ? Text("ipv4")
                      : type == "IPv6" ? Text("ipv6")
                      : type == "FQDN" ? Text("dns1123-subdomain")
                                       : Text();
  ForEachItemOf(resource.at, "endpoints", [&](const check::Trail& endpoint) {
    ForEachItemOf(endpoint, "addresses", [&](const check::Trail& address) {
      if (!format.empty()) {
        CheckAddress(address, format, emit);
      }
    });
  });
  TextMap<Text, source::Span> names;
  ForEachItemOf(resource.at, "ports", [&](const check::Trail& port) {
    const Text name = TextAt(port, "name");
    const auto [first, is_new] = names.emplace(name, port.value->span);
    if (!is_new && port.value->kind == Kind::kMapping && !HasGap(*port.value)) {
      if (name.empty()) {
        Tell(emit, port, kNoPortName).Emit();
      } else {
        Tell(emit, *At(port, "name"), kTwice, name).Related(first->second, "this one").Emit();
      }
    }
  });
}

}  // namespace kval::kubernetes
