#include "src/kubernetes/addresses.h"

#include <optional>
#include <string>

#include "src/kubernetes/node.h"
#include "src/kubernetes/tell.h"
#include "src/lang/cel/network.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text, Text> kSameFamily{diag::Kind::kResource, "another {} of {} is there already"};
constexpr diag::Def<Text, Text> kNetwork{diag::Kind::kResource, "`{}` is no range of addresses: {}"};
constexpr diag::Def<Text> kNotFirst{diag::Kind::kResource,
                                    "the range does not begin with its first address: that is `{}`"};

// At most one of each family.
class Families {
 public:
  Families(Text what, diag::Emitter& emit) : what_(what), emit_(emit) {}
  void Add(const check::Trail& at) {
    const bool is_v6 = TextOf(at).find(':') != Text::npos;
    std::optional<source::Span>& known = first_[is_v6 ? 1 : 0];
    if (known) {
      Tell(emit_, at, kSameFamily, what_, is_v6 ? "IPv6" : "IPv4").Related(*known, "this one").Emit();
    } else {
      known = at.value->span;
    }
  }

 private:
  Text what_;
  diag::Emitter& emit_;
  std::optional<source::Span> first_[2];
};

}  // namespace

Text SpecialAddress(Text address) {
  if (address == "0.0.0.0" || address == "::") {
    return "not specified";
  }
  if (address.starts_with("127.") || address == "::1") {
    return "the loopback of each host";
  }
  return address.starts_with("169.254.") || address.starts_with("fe80:") ? "link-local" : Text();
}

bool CheckRange(const check::Trail& at, Text range, diag::Emitter& emit) {
  const std::string why = WhyNot("cidr", range);
  if (!why.empty()) {
    Tell(emit, at, kNetwork, range, why).Emit();
  }
  return why.empty();
}

void CheckRanges(const check::Trail& list, bool is_strict, diag::Emitter& emit) {
  Families families("range", emit);
  ForEachItem(list, [&](const check::Trail& item) {
    if (item.value->kind != value::Kind::kString || !CheckRange(item, TextOf(item), emit)) {
      return;
    }
    families.Add(item);
    std::string ignored;
    std::optional<cel::IpPrefix> range = cel::IpPrefix::Parse(TextOf(item), &ignored);
    if (is_strict && range && !(range->address == range->address.Masked(range->length))) {
      range->address = range->address.Masked(range->length);
      Tell(emit, item, kNotFirst, range->Text()).Emit();
    }
  });
}

void CheckAddressFamilies(const check::Trail& list, diag::Emitter& emit) {
  Families families("address", emit);
  ForEachItem(list, [&](const check::Trail& item) {
    if (WhyNot("ip", TextOf(item)).empty()) {
      families.Add(item);
    }
  });
}

}  // namespace kval::kubernetes
