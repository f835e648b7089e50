#include "src/kubernetes/addresses.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "schemas/kubernetes/feature_gates.h"

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/lang/cel/network.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text, Text> kSameFamily{diag::ResourceRule(7004), "another {} of {} is there already"};
constexpr diag::Def<Text, Text> kNetwork{diag::ResourceRule(7005), "`{}` is not an address range: {}"};
constexpr diag::Def<Text, Text> kAddress{diag::ResourceRule(7006), "`{}` is not an IP address: {}"};
constexpr diag::Def<Text, Text> kOld{diag::ResourceRule(7007),
                                     "`{}` is refused from Kubernetes 1.36 on: it is read as `{}`"};
constexpr diag::Def<Text> kNotWrittenSo{diag::ResourceRule(7008), "the range must be written as `{}`"};
constexpr diag::Def<Text> kNotFirst{diag::ResourceRule(7009),
                                    "the range does not begin with its first address: that is `{}`"};

using schemas::kubernetes::Feature;

struct OldForm {
  const diag::Def<Text, Text>& def;
  Text text;
  Text format;         // that the text has not
  std::string better;  // its interpretation; empty: none
};

// `is_strict`: the server refuses forms that it used to interpret.
bool CheckOldForm(const check::ValueCursor& at, const OldForm& form, bool is_strict, diag::Emitter& emit) {
  std::string why = GetFormatError(form.format, form.text);
  if (!form.better.empty() && !is_strict) {
    ReportAt(emit, at, kOld, form.text, form.better).As(diag::Severity::kWarning).Emit();
    return true;
  }
  why = why.empty() ? "it is IPv4 within IPv6" : why;
  ReportAt(emit, at, form.def, form.text, why)
      .Hint(form.better.empty() ? "" : "write `" + form.better + "`")
      .Emit();
  return false;
}

// Returns the interpretation of a range with leading zeros; empty if it is not a range.
std::string OldRange(Text text) {
  const size_t slash = text.find('/');
  const std::optional<cel::IpAddress> address = cel::IpAddress::ParseLoosely(text.substr(0, slash));
  if (!address || slash == Text::npos) {
    return {};
  }
  Text length = text.substr(slash + 1);
  length.remove_prefix(std::min(length.find_first_not_of('0'), length.size() - (length.empty() ? 0 : 1)));
  // IPv4 within IPv6 has the length of both.
  constexpr int kWithin = 96;
  std::string shown(length);
  if (address->is_ipv4 && text.find(':') != Text::npos) {
    int bits = 0;
    std::from_chars(length.data(), length.data() + length.size(), bits);
    shown = std::to_string(bits - kWithin);
  }
  std::string range = address->Text() + "/" + shown;
  return GetFormatError("cidr", range).empty() ? range : std::string();
}

bool ReadRange(const check::ValueCursor& at, Text range, bool is_strict, diag::Emitter& emit) {
  std::string why;
  std::optional<cel::IpPrefix> prefix = cel::IpPrefix::Parse(range, &why);
  if (!prefix) {
    return CheckOldForm(at, {kNetwork, range, "cidr", OldRange(range)}, is_strict, emit);
  }
  const cel::IpAddress first = prefix->address.Masked(prefix->length);
  if (is_strict && !(prefix->address == first)) {
    prefix->address = first;
    ReportAt(emit, at, kNotFirst, prefix->Text()).Emit();
    return false;
  }
  return true;
}

// At most one of each family.
class Families {
 public:
  Families(Text what, diag::Emitter& emit) : what_(what), emit_(emit) {}
  void Add(const check::ValueCursor& at) {
    const Text text = TextOf(at);
    const std::optional<cel::IpAddress> ip = cel::IpAddress::ParseLoosely(text.substr(0, text.find('/')));
    const bool is_v6 = ip && !ip->is_ipv4;
    std::optional<source::Span>& known = first_[is_v6 ? 1 : 0];
    if (known) {
      ReportAt(emit_, at, kSameFamily, what_, is_v6 ? "IPv6" : "IPv4").Related(*known, "this one").Emit();
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
  const std::optional<cel::IpAddress> ip = cel::IpAddress::ParseLoosely(address);
  return !ip                          ? Text()
         : ip->IsUnspecified()        ? Text("not specified")
         : ip->IsLoopback()           ? Text("the loopback of each host")
         : ip->IsLinkLocalUnicast()   ? Text("link-local")
         : ip->IsLinkLocalMulticast() ? Text("link-local, of many hosts")
                                      : Text();
}

std::string WhyNoWrittenAddress(Text text) {
  std::string why;
  const std::optional<cel::IpAddress> ip = cel::IpAddress::Parse(text, &why);
  const std::string reported = ip ? std::string() : GetFormatError("ip", text);
  return !ip                  ? (reported.empty() ? "it is IPv4 within IPv6" : reported)
         : ip->Text() != text ? "it must be written as `" + ip->Text() + "`"
                              : std::string();
}

bool CheckAddress(const check::ValueCursor& at, Text k8s_version, diag::Emitter& emit) {
  std::string why;
  const Text text = TextOf(at);
  if (at.value->kind != value::Kind::kString || cel::IpAddress::Parse(text, &why)) {
    return true;
  }
  const std::optional<cel::IpAddress> read = cel::IpAddress::ParseLoosely(text);
  return CheckOldForm(at, {kAddress, text, "ip", read ? read->Text() : ""},
                      IsEnabled(Feature::kStrictIPCIDRValidation, k8s_version), emit);
}

bool CheckRange(const check::ValueCursor& at, Text range, Text k8s_version, diag::Emitter& emit) {
  return ReadRange(at, range, IsEnabled(Feature::kStrictIPCIDRValidation, k8s_version), emit);
}

void CheckRanges(const check::ValueCursor& list, bool is_strict, Text k8s_version, diag::Emitter& emit) {
  Families families("range", emit);
  ForEachItem(list, [&](const check::ValueCursor& item) {
    const Text text = TextOf(item);
    if (item.value->kind != value::Kind::kString ||
        !ReadRange(item, text, is_strict || IsEnabled(Feature::kStrictIPCIDRValidation, k8s_version), emit)) {
      return;
    }
    families.Add(item);
    std::string ignored;
    const std::optional<cel::IpPrefix> range = cel::IpPrefix::Parse(text, &ignored);
    if (is_strict && range && range->Text() != text) {
      ReportAt(emit, item, kNotWrittenSo, range->Text()).Emit();
    }
  });
}

void CheckAddressFamilies(const check::ValueCursor& list, diag::Emitter& emit) {
  Families families("address", emit);
  ForEachItem(list, [&](const check::ValueCursor& item) {
    if (cel::IpAddress::ParseLoosely(TextOf(item))) {
      families.Add(item);
    }
  });
}

}  // namespace kval::kubernetes
