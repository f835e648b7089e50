#include "src/lang/cel/library/library.h"
#include "src/lang/cel/semantic_version.h"

// apiserver, pkg/cel/library/semverlib.go, version 1.
namespace kval::cel {
namespace {

// The text to parse, kept in the heap: versions are views into it. Nothing for what cannot be normalized.
std::optional<std::string_view> TextOf(Call& call) {
  if (call.args.size() < 2 || !call.args[1].boolean()) {
    return call.args[0].text();
  }
  const auto normalized = NormalizedVersion(call.args[0].text());
  if (!normalized || !call.context.heap().Reserve(normalized->size())) {
    return std::nullopt;
  }
  return call.context.heap().CopyText(*normalized);
}

Value ToSemver(Call& call) {
  const auto text = TextOf(call);
  if (!text) {
    return call.context.Fail("short version cannot contain PreRelease/Build meta data");
  }
  std::string why;
  const auto version = SemanticVersion::Parse(*text, &why);
  return version ? Value::Of(call.context.heap().New<SemanticVersion>(*version)) : call.context.Fail(why);
}

Value IsSemver(Call& call) {
  const auto text = TextOf(call);
  std::string why;
  return Value::Bool(text && SemanticVersion::Parse(*text, &why).has_value());
}

Value IsGreater(Call& call) {
  return Value::Bool(Compare(call.args[0].semver(), call.args[1].semver()) > 0);
}

Value IsLess(Call& call) {
  return Value::Bool(Compare(call.args[0].semver(), call.args[1].semver()) < 0);
}

Value CompareTo(Call& call) {
  return Value::Int(Compare(call.args[0].semver(), call.args[1].semver()));
}

template <auto Member>
Value Part(Call& call) {
  return Value::Int(static_cast<int64_t>(call.args[0].semver().*Member));
}

constexpr LibraryEntry kSemversEntries[] = {
    {"semver", false, "string -> semver | string, bool -> semver", ToSemver, CostOfPass},
    {"isSemver", false, "string -> bool | string, bool -> bool", IsSemver, CostOfPass},
    {"isGreaterThan", true, "semver, semver -> bool", IsGreater},
    {"isLessThan", true, "semver, semver -> bool", IsLess},
    {"compareTo", true, "semver, semver -> int", CompareTo},
    {"major", true, "semver -> int", Part<&SemanticVersion::major>},
    {"minor", true, "semver -> int", Part<&SemanticVersion::minor>},
    {"patch", true, "semver -> int", Part<&SemanticVersion::patch>},
};

}  // namespace

std::span<const LibraryEntry> SemverFunctions() {
  return kSemversEntries;
}

}  // namespace kval::cel
