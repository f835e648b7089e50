#include <optional>
#include <string>
#include <string_view>

#include "schemas/kubernetes/api_table.h"

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/addresses.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/report_at.h"
#include "src/lang/cel/network.h"
#include "src/support/keyed_hash.h"

// Endpoints and slices of endpoints.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<> kNoPortName{diag::Kind::kMissingRequired,
                                  "required key `name` is missing: several ports must have names"};
constexpr diag::Def<Text> kTwice{diag::ResourceRule(7056), "another port is called `{}`"};
constexpr diag::Def<Text, Text> kAddress{diag::ResourceRule(7057),
                                         "`{}` is not allowed as an address here: {}"};
constexpr diag::Def<Text, Text> kNotHere{diag::ResourceRule(7058),
                                         "`{}` cannot be the address of an endpoint: it is {}"};

// Checks an address of endpoints, whose format is checked elsewhere.
void CheckSpecial(const check::ValueCursor& at, diag::Emitter& emit) {
  if (const Text special = SpecialAddress(TextOf(at)); !special.empty()) {
    ReportAt(emit, at, kNotHere, TextOf(at), special).Emit();
  }
}

// pkg/apis/discovery/validation, ValidateEndpointSlice: IPv4 as ever, IPv6 as Go writes it, from 1.33 on.
void CheckAddressOf(Text type, const check::ValueCursor& at, Text k8s_version, diag::Emitter& emit) {
  const Text text = TextOf(at);
  if (at.value->kind != Kind::kString) {
    return;
  }
  if (type == "FQDN") {
    Text host = text;
    host.remove_suffix(host.ends_with('.') ? 1 : 0);
    const std::string why = GetFormatError("dns1123-subdomain", host);
    if (!why.empty() || host.find('.') == Text::npos) {
      ReportAt(emit, at, kAddress, text, why.empty() ? "a domain has a dot" : why).Emit();
    }
    return;
  }
  const std::optional<cel::IpAddress> ip = cel::IpAddress::ParseLoosely(text);
  if (!ip || ip->is_ipv4 != (type == "IPv4")) {
    const std::string why = GetFormatError(type == "IPv4" ? "ipv4" : "ipv6", text);
    ReportAt(emit, at, kAddress, text, why.empty() ? "it is IPv4 within IPv6" : why).Emit();
    return;
  }
  if (type == "IPv6" && ip->Text() != text && schemas::kubernetes::IsAtLeast(k8s_version, "1.33")) {
    ReportAt(emit, at, kAddress, text, "it must be written as `" + ip->Text() + "`").Emit();
  } else if (CheckAddress(at, k8s_version, emit)) {
    CheckSpecial(at, emit);
  }
}

}  // namespace

void CheckEndpoints(const Resource& resource, diag::Emitter& emit) {
  ForEachItemOf(resource.at, "subsets", [&](const check::ValueCursor& subset) {
    if (subset.value->kind != Kind::kMapping || IsRecovered(*subset.value)) {
      return;
    }
    for (const Text list : {Text("addresses"), Text("notReadyAddresses")}) {
      ForEachItemOf(subset, list, [&](const check::ValueCursor& item) {
        const std::optional<check::ValueCursor> ip = At(item, "ip");
        if (ip && !TextOf(*ip).empty() && CheckAddress(*ip, resource.k8s_version, emit)) {
          CheckSpecial(*ip, emit);
        }
      });
    }
  });
}

void CheckEndpointSlice(const Resource& resource, diag::Emitter& emit) {
  const Text type = GetStringField(resource.at, "addressType");
  const bool is_known = type == "IPv4" || type == "IPv6" || type == "FQDN";
  ForEachItemOf(resource.at, "endpoints", [&](const check::ValueCursor& endpoint) {
    ForEachItemOf(endpoint, "addresses", [&](const check::ValueCursor& address) {
      if (is_known) {
        CheckAddressOf(type, address, resource.k8s_version, emit);
      }
    });
  });
  TextMap<Text, source::Span> names;
  ForEachItemOf(resource.at, "ports", [&](const check::ValueCursor& port) {
    const Text name = GetStringField(port, "name");
    const auto [first, is_new] = names.emplace(name, port.value->span);
    if (!is_new && port.value->kind == Kind::kMapping && !IsRecovered(*port.value)) {
      if (name.empty()) {
        ReportAt(emit, port, kNoPortName).Emit();
      } else {
        ReportAt(emit, *At(port, "name"), kTwice, name).Related(first->second, "this one").Emit();
      }
    }
  });
}

}  // namespace kval::kubernetes
