#include "src/kubernetes/quantities.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "schemas/kubernetes/texts.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/tell.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text, Text> kAboveLimit{diag::Kind::kResource,
                                            "the request of `{}` is above its limit, which is {}"};
constexpr diag::Def<Text> kNegative{diag::Kind::kResource, "the amount of `{}` is below 0"};
constexpr diag::Def<Text> kNoResource{diag::Kind::kResource,
                                      "`{}` is no resource of containers: neither cpu, memory, "
                                      "ephemeral-storage, hugepages-… nor a name with a domain"};
constexpr diag::Def<Text> kNotWhole{diag::Kind::kResource, "the amount of `{}` must be a whole number"};
constexpr diag::Def<Text> kNotLimit{diag::Kind::kResource,
                                    "the request and the limit of `{}` must be the same"};
constexpr diag::Def<Text, Text> kFraction{diag::Kind::kResource,
                                          "`{}` of memory is a part of a byte: did you mean {}?"};

struct Unit {
  Text suffix;
  long double factor;
};

constexpr Unit kUnits[] = {
    {"", 1},
    {"n", 1e-9L},
    {"u", 1e-6L},
    {"m", 1e-3L},
    {"k", 1e3L},
    {"M", 1e6L},
    {"G", 1e9L},
    {"T", 1e12L},
    {"P", 1e15L},
    {"E", 1e18L},
    {"Ki", 1024},
    {"Mi", 1048576},
    {"Gi", 1073741824},
    {"Ti", 1099511627776},
    {"Pi", 1125899906842624},
    {"Ei", 1152921504606846976},
};

std::optional<long double> AmountOfText(Text text) {
  const bool is_negative = text.starts_with("-");
  text.remove_prefix(text.starts_with("-") || text.starts_with("+") ? 1 : 0);
  long double number = 0;
  long double place = 0;
  size_t at = 0;
  for (; at < text.size() && ((text[at] >= '0' && text[at] <= '9') || text[at] == '.'); ++at) {
    if (text[at] == '.') {
      place = 1;
      continue;
    }
    number = number * 10 + static_cast<long double>(text[at] - '0');
    place *= 10;
  }
  number = place > 0 ? number / place : number;
  const Text suffix = text.substr(at);
  const auto* unit = std::find_if(std::begin(kUnits), std::end(kUnits),
                                  [&](const Unit& row) { return row.suffix == suffix; });
  if (unit != std::end(kUnits)) {
    number *= unit->factor;
  } else if (!suffix.empty() && (suffix[0] == 'e' || suffix[0] == 'E')) {
    int exponent = 0;
    const Text digits = suffix.substr(suffix.size() > 1 && suffix[1] == '+' ? 2 : 1);
    if (std::from_chars(digits.data(), digits.data() + digits.size(), exponent).ec != std::errc()) {
      return std::nullopt;
    }
    number *= std::pow(10.0L, static_cast<long double>(exponent));
  } else {
    return std::nullopt;
  }
  return is_negative ? -number : number;
}

Text Trimmed(Text text) {
  constexpr Text kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

bool IsStandard(Text name) {
  return name == "cpu" || name == "memory" || name == "ephemeral-storage" || name.starts_with("hugepages-");
}

// Of a resource that is none of Kubernetes' own: a device.
bool IsExtended(Text name) {
  const size_t slash = name.find('/');
  return slash != Text::npos && !name.substr(0, slash).ends_with("kubernetes.io");
}

void CheckNames(const check::Trail& amounts, diag::Emitter& emit) {
  ForEachEntry(amounts, [&](const check::Trail& entry) {
    const std::string name = check::KeyName(*entry.key);
    const std::optional<long double> amount = AmountOf(*entry.value);
    if (!IsStandard(name) && (name.find('/') == Text::npos || !WhyNot("qualified-name", name).empty())) {
      TellKey(emit, entry, kNoResource, name).Emit();
    } else if (amount && IsExtended(name) && std::floor(*amount) != *amount) {
      Tell(emit, entry, kNotWhole, name).Emit();
    } else if (amount && name == "memory" && *amount > 0 && std::floor(*amount) != *amount) {
      const Text written = entry.value->raw;
      const std::string meant(written.substr(0, written.find_first_not_of("0123456789.")));
      Tell(emit, entry, kFraction, written, "`" + meant + "Mi`").As(diag::Severity::kWarning).Emit();
    }
  });
}

}  // namespace

std::optional<long double> AmountOf(const value::Value& quantity) {
  std::string unused;
  switch (quantity.kind) {
    case Kind::kInt:
      return quantity.is_unsigned ? static_cast<long double>(static_cast<uint64_t>(quantity.integer))
                                  : static_cast<long double>(quantity.integer);
    case Kind::kFloat:
      return quantity.real;
    case Kind::kString:
      return schemas::kubernetes::IsDecodedQuantity(quantity.raw, &unused)
                 ? AmountOfText(Trimmed(quantity.raw))
                 : std::nullopt;
    case Kind::kNull:
    case Kind::kBool:
    case Kind::kSequence:
    case Kind::kMapping:
      return std::nullopt;
  }
  return std::nullopt;
}

void CheckAmounts(const check::Trail& amounts, diag::Emitter& emit) {
  ForEachEntry(amounts, [&](const check::Trail& entry) {
    const std::optional<long double> amount = AmountOf(*entry.value);
    if (amount && *amount < 0) {
      Tell(emit, entry, kNegative, check::KeyName(*entry.key)).Emit();
    }
  });
}

void CheckContainerAmounts(const check::Trail& amounts, diag::Emitter& emit) {
  CheckNames(amounts, emit);
  CheckAmounts(amounts, emit);
}

void CheckResources(const check::Trail& resources, diag::Emitter& emit) {
  const std::optional<check::Trail> requests = At(resources, "requests");
  const std::optional<check::Trail> limits = At(resources, "limits");
  for (const std::optional<check::Trail>* amounts : {&limits, &requests}) {
    if (*amounts) {
      CheckContainerAmounts(**amounts, emit);
    }
  }
  if (!requests || !limits) {
    return;
  }
  ForEachEntry(*requests, [&](const check::Trail& request) {
    const std::string name = check::KeyName(*request.key);
    const std::optional<check::Trail> limit = At(*limits, name);
    const std::optional<long double> wanted = AmountOf(*request.value);
    const std::optional<long double> most = limit ? AmountOf(*limit->value) : std::nullopt;
    if (!wanted || !most) {
      return;
    }
    const bool must_be_same = IsExtended(name) || name.starts_with("hugepages-");
    if (*wanted > *most) {
      Tell(emit, request, kAboveLimit, name, limit->value->raw)
          .Related(limit->value->span, "the limit")
          .Emit();
    } else if (must_be_same && *wanted < *most) {
      Tell(emit, request, kNotLimit, name).Related(limit->value->span, "the limit").Emit();
    }
  });
}

}  // namespace kval::kubernetes
