#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/report_at.h"

// Devices that drivers offer: pkg/apis/resource/validation, ValidateResourceSlice.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text, Text> kName{diag::Kind::kBadName,
                                      "`{}` cannot be the name of a part of a device: {}"};
constexpr diag::Def<size_t> kMany{diag::Kind::kResource,
                                  "the device has {} attributes and capacities, and at most 32 are allowed"};
constexpr diag::Def<Text, Text> kPool{diag::Kind::kBadName, "`{}` cannot be the name of a pool: {}"};
constexpr diag::Def<> kOneTerm{diag::Kind::kResource, "nodes are selected by exactly one term here"};
constexpr diag::Def<> kOnlyTrue{diag::Kind::kResource, "`allNodes` must be true or omitted"};

// `model` or `gpu.example.com/model`: a name as in C, which may have a domain.
std::string WhyNoPart(Text name) {
  constexpr size_t kLongest = 32;
  constexpr size_t kLongestDomain = 63;
  const size_t slash = name.find('/');
  const Text domain = slash == Text::npos ? Text() : name.substr(0, slash);
  const Text rest = slash == Text::npos ? name : name.substr(slash + 1);
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const bool is_name =
      !rest.empty() && is_letter(rest.front()) &&
      std::all_of(rest.begin(), rest.end(), [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
  if (slash != Text::npos) {
    const std::string why = domain.size() > kLongestDomain
                                ? "its domain has more than 63 characters"
                                : GetFormatError("dns1123-subdomain", ToLowerAscii(domain));
    if (!why.empty()) {
      return why;
    }
  }
  return !is_name                 ? "letters, digits and `_` are allowed, and no digit first"
         : rest.size() > kLongest ? "it has more than 32 characters"
                                  : std::string();
}

// `device`: what has the attributes, which in the first versions is a part of the device.
void CheckParts(const check::ValueCursor& device, diag::Emitter& emit) {
  constexpr size_t kMax = 32;
  size_t count = 0;
  for (const Text key : {Text("attributes"), Text("capacity")}) {
    if (const std::optional<check::ValueCursor> parts = At(device, key)) {
      ForEachEntry(*parts, [&](const check::ValueCursor& part) {
        const std::string name = check::KeyName(*part.key);
        const std::string why = WhyNoPart(name);
        if (!why.empty()) {
          ReportAtKey(emit, part, kName, name, why).Emit();
        }
        ++count;
      });
    }
  }
  if (count > kMax) {
    ReportAt(emit, device, kMany, count).Emit();
  }
}

// Domains, joined by slashes.
std::string WhyNoPool(Text name) {
  for (Text rest = name;;) {
    const size_t slash = rest.find('/');
    const std::string why = GetFormatError("dns1123-subdomain", rest.substr(0, slash));
    if (!why.empty() || slash == Text::npos) {
      return why;
    }
    rest.remove_prefix(slash + 1);
  }
}

}  // namespace

void CheckResourceSlice(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kPoolName[] = {"spec", "pool", "name"};
  Follow(resource.at, kPoolName, [&](const check::ValueCursor& name) {
    const std::string why = TextOf(name).empty() ? std::string() : WhyNoPool(TextOf(name));
    if (!why.empty()) {
      ReportAt(emit, name, kPool, TextOf(name), why).Emit();
    }
  });
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  if (const std::optional<check::ValueCursor> all = At(*spec, "allNodes");
      all && all->value->kind == Kind::kBool && !all->value->boolean) {
    ReportAt(emit, *all, kOnlyTrue).Emit();
  }
  constexpr Text kTerms[] = {"nodeSelector", "nodeSelectorTerms"};
  Follow(*spec, kTerms, [&](const check::ValueCursor& terms) {
    if (terms.value->kind == Kind::kSequence && terms.value->items().size() > 1) {
      ReportAt(emit, terms, kOneTerm).Emit();
    }
  });
  ForEachItemOf(*spec, "devices", [&](const check::ValueCursor& device) {
    const std::optional<check::ValueCursor> basic = At(device, "basic");
    CheckParts(basic ? *basic : device, emit);
  });
}

}  // namespace kval::kubernetes
