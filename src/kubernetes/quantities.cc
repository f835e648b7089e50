#include "src/kubernetes/quantities.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>

#include "schemas/kubernetes/decoded_strings.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"
#include "src/support/ascii.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {

bool IsWhole(const cel::Quantity& amount) {
  cel::Int128 number = amount.number;
  for (int32_t scale = amount.scale; scale < 0 && number != 0; ++scale) {
    if (number % 10 != 0) {
      return false;
    }
    number /= 10;
  }
  return true;
}

namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text, Text> kAboveLimit{diag::ResourceRule(7164),
                                            "the request of `{}` is above its limit, which is {}"};
constexpr diag::Def<Text, Text> kNegative{diag::ResourceRule(7165),
                                          "the amount of `{}` is {}, which is below 0"};
constexpr diag::Def<Text> kNoResource{diag::ResourceRule(7166),
                                      "`{}` is not a container resource: cpu, memory, ephemeral-storage, "
                                      "hugepages-… and names with a domain are"};
constexpr diag::Def<Text> kNotOfPods{diag::ResourceRule(7167),
                                     "`{}` is not a pod-level resource: cpu, memory and hugepages-… are"};
constexpr diag::Def<Text> kNotWhole{diag::ResourceRule(7168), "the amount of `{}` must be a whole number"};
constexpr diag::Def<Text> kNotLimit{diag::ResourceRule(7169),
                                    "the request and the limit of `{}` must be the same"};
constexpr diag::Def<Text, Text> kFraction{diag::ResourceRule(7170),
                                          "`{}` of memory is a part of a byte: did you mean {}?"};

constexpr diag::Def<Text> kNoLimit{
    diag::ResourceRule(7171), "the limit of `{}` is missing: it must be there, and the same as the request"};
constexpr diag::Def<Text, Text> kNoPages{diag::ResourceRule(7172),
                                         "the amount of `{}` must be a multiple of the page, which is {}"};
constexpr diag::Def<> kPagesAlone{diag::ResourceRule(7173),
                                  "huge pages require a request or a limit of cpu or memory"};
constexpr diag::Def<Text> kNoBytes{diag::ResourceRule(7174), "`{}` of memory is not a whole number of bytes"};

std::optional<cel::Quantity> AmountOfText(Text text) {
  std::string unused;
  return cel::Quantity::Parse(text, &unused);
}

// Shortest digits, as Go's JSON hands a number on.
std::optional<cel::Quantity> AmountOfNumber(double number) {
  char digits[32];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
  return AmountOfText(Text(digits, static_cast<size_t>(end - digits)));
}

// Rounds away from 0 to that many decimal places.
cel::Quantity RoundedUp(cel::Quantity amount, int32_t places) {
  const int sign = amount.Sign();
  bool is_cut = false;
  for (; amount.scale < -places && amount.number != 0; ++amount.scale) {
    is_cut = is_cut || amount.number % 10 != 0;
    amount.number /= 10;
  }
  amount.scale = std::max(amount.scale, -places);
  amount.number += is_cut ? sign : 0;
  return amount;
}

// resource.Quantity's Value: a whole number, at most the largest.
int64_t ValueOf(const cel::Quantity& amount) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  cel::Quantity whole = RoundedUp(amount, 0);
  for (; whole.scale > 0 && whole.number != 0 && whole.number < kMax; --whole.scale) {
    whole.number *= 10;
  }
  return whole.number < kMax ? static_cast<int64_t>(whole.number) : kMax;
}

constexpr Text kHugePages = "hugepages-";

// The size of the pages that `hugepages-2Mi` names; nothing for other names.
std::optional<cel::Quantity> PageOf(Text name) {
  const bool is_pages = name.starts_with(kHugePages);
  const std::optional<cel::Quantity> page =
      is_pages ? AmountOfText(name.substr(kHugePages.size())) : std::nullopt;
  return page && page->Sign() > 0 && IsWhole(*page) ? page : std::nullopt;
}

bool IsStandard(Text name) {
  return name == "cpu" || name == "memory" || name == "ephemeral-storage" || PageOf(name);
}

// Of a resource that is none of Kubernetes' own: a device.
bool IsExtended(Text name) {
  const size_t slash = name.find('/');
  return slash != Text::npos && !name.substr(0, slash).ends_with("kubernetes.io");
}

// A name with a domain, which a quota can count as `requests.NAME`, unless it is Kubernetes' own.
bool IsDevice(const std::string& name) {
  const bool is_native = name.find("kubernetes.io/") != std::string::npos;
  return name.find('/') != std::string::npos && GetFormatError("qualified-name", name).empty() &&
         (is_native ||
          (!name.starts_with("requests.") && GetFormatError("qualified-name", "requests." + name).empty()));
}

// `100m` of memory is seldom meant.
void ReportFraction(const check::ValueCursor& amount, diag::Emitter& emit) {
  const Text written = amount.value->raw;
  const size_t end = std::min(written.find_first_not_of("0123456789."), written.size());
  if (written.substr(end) == "m") {
    const std::string suggested = "`" + std::string(written.substr(0, end)) + "Mi`";
    ReportAt(emit, amount, kFraction, written, suggested).As(diag::Severity::kWarning).Emit();
  } else {
    ReportAt(emit, amount, kNoBytes, written).As(diag::Severity::kWarning).Emit();
  }
}

void CheckNames(const check::ValueCursor& amounts, ResourceOwner whose, diag::Emitter& emit) {
  ForEachEntry(amounts, [&](const check::ValueCursor& entry) {
    const std::string name = check::KeyName(*entry.key);
    const std::optional<cel::Quantity> amount = ParseAmount(*entry.value);
    if (whose == ResourceOwner::kPod && name != "cpu" && name != "memory" && !PageOf(name)) {
      ReportAtKey(emit, entry, kNotOfPods, name).Emit();
    } else if (!IsStandard(name) && !IsDevice(name)) {
      ReportAtKey(emit, entry, kNoResource, name).Emit();
    } else if (amount && IsExtended(name) && !IsWhole(*amount)) {
      ReportAt(emit, entry, kNotWhole, name).Emit();
    } else if (amount && name == "memory" && amount->Sign() > 0 && !IsWhole(*amount)) {
      ReportFraction(entry, emit);
    }
  });
}

// A misspelt name counts too, because it is already reported.
bool HasComputing(const std::optional<check::ValueCursor>& amounts) {
  return amounts && (At(*amounts, "cpu") || At(*amounts, "memory") || HasSimilarKey(*amounts, "cpu") ||
                     HasSimilarKey(*amounts, "memory"));
}

// Whether there are any. They come in whole pages: pkg/apis/core/helper, IsHugePageResourceValueDivisible.
bool CheckPages(const check::ValueCursor& amounts, diag::Emitter& emit) {
  bool has_pages = false;
  ForEachEntry(amounts, [&](const check::ValueCursor& entry) {
    const std::string name = check::KeyName(*entry.key);
    const std::optional<cel::Quantity> page = PageOf(name);
    const std::optional<cel::Quantity> amount = ParseAmount(*entry.value);
    has_pages = has_pages || page;
    if (page && amount && amount->Sign() > 0 && ValueOf(*amount) % ValueOf(*page) != 0) {
      ReportAt(emit, entry, kNoPages, name, Text(name).substr(kHugePages.size())).Emit();
    }
  });
  return has_pages;
}

// Written, not as it is kept.
std::optional<cel::Quantity> WrittenAmountOf(const value::Value& quantity) {
  std::string unused;
  switch (quantity.kind) {
    case Kind::kInt:
      return AmountOfText(quantity.is_unsigned ? std::to_string(static_cast<uint64_t>(quantity.integer))
                                               : std::to_string(quantity.integer));
    case Kind::kFloat:
      return AmountOfNumber(quantity.real);
    case Kind::kString:
      return schemas::kubernetes::IsDecodedQuantity(quantity.raw, &unused)
                 ? AmountOfText(Trimmed(quantity.raw, " \t\r\n"))
                 : std::nullopt;
    case Kind::kNull:
    case Kind::kBool:
    case Kind::kSequence:
    case Kind::kMapping:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<cel::Quantity> ParseAmount(const value::Value& quantity) {
  const std::optional<cel::Quantity> amount = WrittenAmountOf(quantity);
  return amount ? std::optional(RoundedUp(*amount, 3)) : std::nullopt;
}

bool IsContainerResource(const std::string& name) {
  return IsStandard(name) || IsDevice(name);
}

bool IsNeverOvercommitted(std::string_view resource) {
  return IsExtended(resource) || PageOf(resource);
}

bool IsZeroOrNegative(const value::Value& quantity) {
  const std::optional<cel::Quantity> amount = ParseAmount(quantity);
  return amount && amount->Sign() <= 0;
}

void CheckAmounts(const check::ValueCursor& amounts, diag::Emitter& emit) {
  ForEachEntry(amounts, [&](const check::ValueCursor& entry) {
    const std::optional<cel::Quantity> amount = ParseAmount(*entry.value);
    if (amount && amount->Sign() < 0) {
      ReportAt(emit, entry, kNegative, check::KeyName(*entry.key), entry.value->raw.view()).Emit();
    }
  });
}

void CheckContainerNames(const check::ValueCursor& amounts, diag::Emitter& emit) {
  CheckNames(amounts, ResourceOwner::kContainer, emit);
}

void CheckContainerAmounts(const check::ValueCursor& amounts, diag::Emitter& emit) {
  CheckContainerNames(amounts, emit);
  CheckAmounts(amounts, emit);
}

void CheckResources(const check::ValueCursor& resources, ResourceOwner whose, bool has_computing,
                    diag::Emitter& emit) {
  const std::optional<check::ValueCursor> requests = At(resources, "requests");
  const std::optional<check::ValueCursor> limits = At(resources, "limits");
  bool has_pages = false;
  for (const std::optional<check::ValueCursor>* amounts : {&limits, &requests}) {
    if (*amounts) {
      CheckNames(**amounts, whose, emit);
      CheckAmounts(**amounts, emit);
      has_pages = CheckPages(**amounts, emit) || has_pages;
    }
  }
  if (has_pages && !has_computing && !HasComputing(limits) && !HasComputing(requests) &&
      !IsRecovered(*resources.value)) {
    ReportAtKey(emit, resources, kPagesAlone).Emit();
  }
  if (!requests) {
    return;
  }
  const bool is_known = !IsRecovered(*resources.value) && !(limits && IsRecovered(*limits->value));
  TextMap<std::string, const value::Value*> limits_by_name;
  if (limits) {
    ForEachEntry(*limits, [&](const check::ValueCursor& entry) {
      limits_by_name.emplace(check::KeyName(*entry.key), entry.value);
    });
  }
  ForEachEntry(*requests, [&](const check::ValueCursor& request) {
    const std::string name = check::KeyName(*request.key);
    const auto found = limits_by_name.find(name);
    const value::Value* limit = found == limits_by_name.end() ? nullptr : found->second;
    const std::optional<cel::Quantity> expected = ParseAmount(*request.value);
    const std::optional<cel::Quantity> most = limit != nullptr ? ParseAmount(*limit) : std::nullopt;
    const bool must_be_same = IsNeverOvercommitted(name);
    if (must_be_same && limit == nullptr && is_known) {
      ReportAtKey(emit, request, kNoLimit, name).Emit();
    }
    if (!expected || !most || most->Sign() < 0) {
      return;  // a negative limit is reported itself
    }
    const int order = cel::Compare(*expected, *most);
    if (order > 0) {
      ReportAt(emit, request, kAboveLimit, name, limit->raw.empty() ? Text("0") : limit->raw.view())
          .Related(limit->span, "the limit")
          .Emit();
    } else if (must_be_same && order < 0) {
      ReportAt(emit, request, kNotLimit, name).Related(limit->span, "the limit").Emit();
    }
  });
}

}  // namespace kval::kubernetes
