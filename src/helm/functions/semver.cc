#include <array>
#include <span>
#include <string>

#include "src/helm/functions/functions_of.h"
#include "src/helm/version_range.h"
#include "src/lang/gotemplate/quote.h"

// Source: Sprig semver.go on github.com/Masterminds/semver/v3.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Function;
using gotemplate::Kind;
using gotemplate::Signature;
using gotemplate::Type;
using gotemplate::Value;

namespace {

class VersionObject final : public gotemplate::Object {
 public:
  VersionObject(SemanticVersion version, std::string original)
      : version_(std::move(version)), original_(std::move(original)) {}
  const SemanticVersion& version() const { return version_; }
  const std::string& original() const { return original_; }
  bool Equals(const Object& other) const override {
    const auto& version = static_cast<const VersionObject&>(other);
    return original_ == version.original_ && version_.Text() == version.version_.Text();
  }

 private:
  SemanticVersion version_;
  std::string original_;
};

extern const Type kVersionType;         // *semver.Version
extern const Type kChangedVersionType;  // semver.Version

const VersionObject& Self(const Value& value) {
  return *static_cast<const VersionObject*>(value.object());
}

const SemanticVersion& VersionOf(const Value& value) {
  return Self(value).version();
}

Value NewVersion(Call& call, const Type& type, SemanticVersion version, std::string original) {
  const auto* object = call.heap().NewObject<VersionObject>(std::move(version), std::move(original));
  return Value::Of(type, object);
}

void AppendVersion(const Value& value, std::string* text) {
  if (!value.is_nil()) {
    *text += VersionOf(value).Text();
  }
}

template <uint64_t SemanticVersion::*kField>
Value Number(Call& call) {
  return Value::Integral(gotemplate::kUint64Type, static_cast<int64_t>(VersionOf(call.receiver()).*kField));
}

template <std::string SemanticVersion::*kField>
Value Part(Call& call) {
  return call.Text(VersionOf(call.receiver()).*kField);
}

Value Original(Call& call) {
  return call.Text(Self(call.receiver()).original());
}

Value Text(Call& call) {
  return call.Text(VersionOf(call.receiver()).Text());
}

// Fails for a nil argument.
template <typename Test>
Value Compared(Call& call, Test test) {
  if (call[0].is_nil()) {
    return call.Fail("runtime error: invalid memory address or nil pointer dereference");
  }
  return test(CompareVersions(VersionOf(call.receiver()), VersionOf(call[0])));
}

Value Compare(Call& call) {
  return Compared(call, [](int order) { return Value::Int(order < 0 ? -1 : order > 0 ? 1 : 0); });
}

Value Equal(Call& call) {
  return Compared(call, [](int order) { return Value::Bool(order == 0); });
}

Value LessThan(Call& call) {
  return Compared(call, [](int order) { return Value::Bool(order < 0); });
}

Value GreaterThan(Call& call) {
  return Compared(call, [](int order) { return Value::Bool(order > 0); });
}

Value Changed(Call& call, SemanticVersion version) {
  version.metadata.clear();
  version.pre.clear();
  const bool has_v = Self(call.receiver()).original().starts_with('v');
  std::string original = (has_v ? "v" : "") + version.Text();
  return NewVersion(call, kChangedVersionType, std::move(version), std::move(original));
}

Value IncMajor(Call& call) {
  return Changed(call, {VersionOf(call.receiver()).major + 1, 0, 0, {}, {}});
}

Value IncMinor(Call& call) {
  return Changed(call, {VersionOf(call.receiver()).major, VersionOf(call.receiver()).minor + 1, 0, {}, {}});
}

// The release after a pre-release has the same numbers.
Value IncPatch(Call& call) {
  SemanticVersion version = VersionOf(call.receiver());
  version.patch += version.pre.empty() ? 1 : 0;
  return Changed(call, version);
}

constexpr Signature kCompares = {{&kVersionType}, false, &gotemplate::kBoolType};
constexpr Signature kNumber = {{}, false, &gotemplate::kUint64Type};
constexpr Signature kChanged = {{}, false, &kChangedVersionType};

constexpr std::array kMethods = {
    Function{"IncMajor", kChanged, IncMajor},
    Function{"IncMinor", kChanged, IncMinor},
    Function{"IncPatch", kChanged, IncPatch},
    Function{"Major", kNumber, Number<&SemanticVersion::major>},
    Function{"Metadata", ":s", Part<&SemanticVersion::metadata>},
    Function{"Minor", kNumber, Number<&SemanticVersion::minor>},
    Function{"Patch", kNumber, Number<&SemanticVersion::patch>},
    Function{"Prerelease", ":s", Part<&SemanticVersion::pre>},
    Function{"String", ":s", Text},
    // Only pointers have the following ones.
    Function{"Compare", Signature({&kVersionType}, false, &gotemplate::kIntType), Compare},
    Function{"Equal", kCompares, Equal},
    Function{"GreaterThan", kCompares, GreaterThan},
    Function{"LessThan", kCompares, LessThan},
    Function{"Original", ":s", Original},
};
constexpr size_t kValueMethods = 9;

const Type kVersionType = {.kind = Kind::kObject,
                           .name = "*semver.Version",
                           .methods = kMethods,
                           .append_text = AppendVersion,
                           .is_pointer = true};
const Type kChangedVersionType = {.kind = Kind::kObject,
                                  .name = "semver.Version",
                                  .methods = std::span(kMethods).first(kValueMethods),
                                  .append_text = AppendVersion};

}  // namespace

Value Semver(Call& call) {
  std::string error;
  const std::optional<SemanticVersion> version = ReadVersion(call[0].text(), &error);
  return version ? NewVersion(call, kVersionType, *version, std::string(call[0].text())) : call.Fail(error);
}

Value SemverCompare(Call& call) {
  if (!call.Step(64 + 8 * (call[0].text().size() + call[1].text().size()))) {
    return {};
  }
  if (const std::optional<std::string> part = FindMalformedPart(call[0].text())) {
    return call.Fail("improper constraint: " + gotemplate::Quote(*part));
  }
  std::string error;
  if (!ReadVersion(call[1].text(), &error)) {
    return call.Fail(error);
  }
  return Value::Bool(IsInRange(call[0].text(), call[1].text()));
}

}  // namespace kval::helm::functions
