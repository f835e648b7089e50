#include "src/kubernetes/immutable_fields.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/kubernetes/feature_gates.h"
#include "src/diag/resource_rule.h"
#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/object_defaults.h"
#include "src/kubernetes/changed_parts.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/report_at.h"
#include "src/support/base64.h"
#include "src/value/builder.h"
#include "src/value/entry_index.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using schemas::kubernetes::Feature;
using value::Value;

constexpr diag::Def<Text, Text, Text> kImmutable{diag::ResourceRule(7299),
                                                 "`{}` of an existing {} cannot be {}"};
constexpr diag::Def<Text, Text, Text> kOnlyLower{diag::ResourceRule(7299),
                                                 "`{}` of an existing {} can only be lowered, not {}"};
constexpr diag::Def<Text, Text, Text> kOnlyRaise{diag::ResourceRule(7299),
                                                 "`{}` of an existing {} can only be raised, not {}"};
constexpr diag::Def<Text, Text> kOnlyAdd{
    diag::ResourceRule(7299), "`{}` of an existing {} can only get more entries: one is changed or missing"};
constexpr diag::Def<Text, Text> kOnlyRemove{diag::ResourceRule(7299),
                                            "`{}` of an existing {} cannot get more items"};

enum class AllowedChange : uint8_t {
  kNone,    // fields that only the old object has count as set by the API server if it is from a cluster
  kExact,   // none, because the API server sets none of the fields
  kKeep,    // another value, but not removed
  kLower,   // a lower integer, or set if it was missing
  kRaise,   // a larger quantity
  kAdd,     // more entries of a map, or more items of a list
  kRemove,  // fewer items
  kOrder,   // another order of items
  kFirst,   // other items after the first
  kAppend,  // one item becomes two
  kNamed,   // items are added and removed; those with the same `name` stay the same
};

struct ImmutableField {
  Text group, kind, path;
  AllowedChange change;
  Text except, condition;
};
constexpr ImmutableField kFields[] = {
#define KVAL_IMMUTABLE(group, kind, path, change, except, condition) \
  {group, kind, path, AllowedChange::change, except, condition},
#include "src/kubernetes/immutable_field.def"
#undef KVAL_IMMUTABLE
};

// Returns the text before the first `separator`, and removes both from `text`.
Text TakeUntil(Text& text, char separator) {
  const size_t end = std::min(text.find(separator), text.size());
  const Text part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

diag::Path PathOf(Text text) {
  diag::Path path;
  while (!text.empty()) {
    path.push_back(diag::PathStep::Key(TakeUntil(text, '.')));
  }
  return path;
}

const Value* FieldAt(const Value& object, Text path) {
  const Value* value = &object;
  while (!path.empty()) {
    value = FieldOf(value, TakeUntil(path, '.'));
  }
  return value;
}

Text ScalarAt(const Value& object, Text path) {
  const Value* value = FieldAt(object, path);
  return value == nullptr || value->is_collection() ? Text() : value->raw.view();
}

Feature GateOf(Text name) {
  for (const Feature gate : {Feature::kMutableCSINodeAllocatableCount, Feature::kMutablePVNodeAffinity,
                             Feature::kMutablePodResourcesForSuspendedJobs}) {
    if (NameOf(gate) == name) {
      return gate;
    }
  }
  KVAL_CHECK(false);
}

// An object with its defaults before and after an update.
struct Update {
  const Value *value, *old;
  Text k8s_version;
  PartEquality equality;
};

// Whether a field is there and not empty.
bool IsSet(const Value* value) {
  const bool is_empty_text = value != nullptr && value->kind == value::Kind::kString && value->raw.empty();
  return !is_empty_text && !IsUnchanged(value, nullptr, PartEquality::kManifests);
}

// Whether an object satisfies `PATH`, `PATH=TEXT`, `PATH!=TEXT` or `PATH!=@PATH`.
bool Satisfies(const Value& object, Text condition) {
  const Text path = TakeUntil(condition, '=');
  if (path.ends_with('!')) {
    const Text other = condition.starts_with('@') ? ScalarAt(object, condition.substr(1)) : condition;
    return ScalarAt(object, path.substr(0, path.size() - 1)) != other;
  }
  return condition.empty() ? IsSet(FieldAt(object, path)) : ScalarAt(object, path) == condition;
}

bool Applies(Text conditions, const Update& update) {
  while (!conditions.empty()) {
    Text condition = TakeUntil(conditions, ',');
    const bool is_negative = condition.starts_with('!');
    condition.remove_prefix(is_negative ? 1 : 0);
    const Text subject = TakeUntil(condition, ' ');
    const bool holds = subject == "gate"
                           ? IsEnabled(GateOf(condition), update.k8s_version)
                           : Satisfies(subject == "old" ? *update.old : *update.value, condition);
    if (holds == is_negative) {
      return false;
    }
  }
  return true;
}

bool IsIn(const Value* item, const Value* list, Text except, PartEquality equality) {
  const auto items = ItemsOf(list);
  return std::any_of(items.begin(), items.end(), [&](const Value* other) {
    return FindChanges({{}, item, other}, except, equality).empty();
  });
}

bool AreAllIn(const Value* list, const Value* other, Text except, PartEquality equality) {
  const auto items = ItemsOf(list);
  return std::all_of(items.begin(), items.end(),
                     [&](const Value* item) { return IsIn(item, other, except, equality); });
}

// Whether the old entries and items remain.
bool HasAllOf(const Value* old, const Value* value, Text except, PartEquality equality) {
  const auto entries = EntriesOf(old);
  return AreAllIn(old, value, except, equality) &&
         std::all_of(entries.begin(), entries.end(), [&](const value::Entry& entry) {
           return IsUnchanged(FieldOf(value, entry.key->raw), entry.value, PartEquality::kManifests);
         });
}

bool IsBelow(const Value* a, const Value* b) {
  const auto less = a == nullptr ? std::nullopt : ParseAmount(*a);
  const auto more = b == nullptr ? std::nullopt : ParseAmount(*b);
  return less && more && cel::Compare(*less, *more) < 0;
}

bool HasNamedChange(const ChangedPart& part, Text except, PartEquality equality) {
  for (const Value* old : ItemsOf(part.old)) {
    for (const Value* item : ItemsOf(part.value)) {
      if (TextField(item, "name") == TextField(old, "name") &&
          !FindChanges({{}, item, old}, except, equality).empty()) {
        return true;
      }
    }
  }
  return false;
}

bool IsSameItem(const ChangedPart& part, size_t index) {
  const auto items = ItemsOf(part.value), old = ItemsOf(part.old);
  return index < items.size() && index < old.size() &&
         IsUnchanged(items[index], old[index], PartEquality::kManifests);
}

// Whether a part that differs does so in an allowed way.
bool IsAllowed(AllowedChange change, Text except, const ChangedPart& part, PartEquality equality) {
  const size_t count = ItemsOf(part.value).size(), old_count = ItemsOf(part.old).size();
  switch (change) {
    case AllowedChange::kNone:
    case AllowedChange::kExact:
      return false;
    case AllowedChange::kKeep:
      return part.value != nullptr;
    case AllowedChange::kLower:
      return part.value != nullptr && (part.old == nullptr || part.value->integer <= part.old->integer);
    case AllowedChange::kRaise:
      return !IsBelow(part.value, part.old);
    case AllowedChange::kAdd:
      return HasAllOf(part.old, part.value, except, equality);
    case AllowedChange::kRemove:
      return AreAllIn(part.value, part.old, except, equality);
    case AllowedChange::kOrder:
      return AreAllIn(part.value, part.old, except, equality) &&
             AreAllIn(part.old, part.value, except, equality);
    case AllowedChange::kFirst:
      return count > 0 && old_count > 0 && IsSameItem(part, 0);
    case AllowedChange::kAppend:
      return count == 2 && old_count == 1 && IsSameItem(part, 0);
    case AllowedChange::kNamed:
      return !HasNamedChange(part, except, equality);
  }
  return false;
}

// `changed`, with both values if they are short and public.
std::string ChangeText(const ChangedPart& part, bool is_secret) {
  constexpr size_t kMost = 60;
  const auto is_short = [](const Value& value) {
    return !value.is_collection() && value.raw.size() <= kMost;
  };
  if (part.value == nullptr || part.old == nullptr) {
    return part.value == nullptr ? "removed" : "added";
  }
  return is_secret || !is_short(*part.value) || !is_short(*part.old)
             ? "changed"
             : "changed from `" + std::string(part.old->raw.view()) + "` to `" +
                   std::string(part.value->raw.view()) + "`";
}

class ImmutabilityChecker {
 public:
  ImmutabilityChecker(const AdmissionRequest& request, const Resource& written, diag::Emitter& emit)
      : request_(request), written_(written), emit_(emit) {}

  void Check(const ImmutableField& field, const Update& update) {
    const ChangedPart whole{PathOf(field.path), FieldAt(*update.value, field.path),
                            FieldAt(*update.old, field.path)};
    const bool is_exact = field.change == AllowedChange::kExact;
    if (field.change != AllowedChange::kNone && !is_exact) {
      if (!IsUnchanged(whole.value, whole.old, update.equality) &&
          !IsAllowed(field.change, field.except, whole, update.equality)) {
        Report(field, whole);
      }
      return;
    }
    const PartEquality equality = is_exact ? PartEquality::kManifests : update.equality;
    for (const ChangedPart& part : FindChanges(whole, field.except, equality)) {
      Report(field, part);
    }
  }

 private:
  void Report(const ImmutableField& field, const ChangedPart& part) {
    value::EntryIndex keys;
    const auto cursors = check::FollowPath(*written_.at.value, part.path, keys);
    const check::ValueCursor& at = cursors.back();
    const std::string path = Display(part.path);
    const Text name = path.empty() ? Text("the object") : Text(path);
    const std::string change = ChangeText(part, request_.kind == "Secret" && field.path != "type");
    diag::DiagnosticBuilder report =
        field.change == AllowedChange::kLower   ? ReportAt(emit_, at, kOnlyLower, name, request_.kind, change)
        : field.change == AllowedChange::kRaise ? ReportAt(emit_, at, kOnlyRaise, name, request_.kind, change)
        : field.change == AllowedChange::kAdd   ? ReportAt(emit_, at, kOnlyAdd, name, request_.kind)
        : field.change == AllowedChange::kRemove
            ? ReportAt(emit_, at, kOnlyRemove, name, request_.kind)
            : ReportAt(emit_, at, kImmutable, name, request_.kind, change);
    if (part.old != nullptr && part.old->span.has_value()) {
      report.Related(part.old->span, "the old value");
    }
    report.At(part.path).Hint("keep the old value, or delete the object and create it again").Emit();
  }

  const AdmissionRequest& request_;
  const Resource& written_;
  diag::Emitter& emit_;
};

// A Secret with the content of `stringData` in `data`, as the API server stores it.
const Value* WithStoredData(const Value& secret, Arena& arena) {
  const auto texts = EntriesOf(FieldOf(&secret, "stringData"));
  if (texts.empty()) {
    return &secret;
  }
  value::Builder build(&arena);
  std::vector<value::Entry> data;
  for (const value::Entry& entry : texts) {
    data.push_back({entry.key, build.String(EncodeBase64(entry.value->raw.view()), entry.value->span)});
  }
  const Value* written = FieldOf(&secret, "data");
  for (const value::Entry& entry : EntriesOf(written)) {
    if (FieldOf(FieldOf(&secret, "stringData"), entry.key->raw) == nullptr) {
      data.push_back(entry);
    }
  }
  std::vector<value::Entry> entries;
  std::copy_if(secret.entries().begin(), secret.entries().end(), std::back_inserter(entries),
               [](const value::Entry& entry) { return entry.key->raw != "data"; });
  entries.push_back({build.String("data"), build.Mapping(data)});
  return build.WithEntries(secret, entries);
}

const Value* Stored(const AdmissionRequest& request, const Value& object, Arena& arena) {
  const Value* stored = WithServerDefaults(request, object, arena);
  return request.kind == "Secret" ? WithStoredData(*stored, arena) : stored;
}

bool IsOf(const ImmutableField& field, const AdmissionRequest& request) {
  return field.kind == request.kind && field.group == request.group;
}

}  // namespace

bool HasImmutableFields(const AdmissionRequest& request) {
  return std::any_of(std::begin(kFields), std::end(kFields),
                     [&](const ImmutableField& field) { return IsOf(field, request); });
}

void CheckImmutableFields(const AdmissionRequest& request, const Resource& written, Arena& arena,
                          diag::Emitter& emit) {
  ImmutabilityChecker checker(request, written, emit);
  Update update{nullptr, nullptr, written.k8s_version,
                FieldOf(FieldOf(request.old_object, "metadata"), "uid") != nullptr
                    ? PartEquality::kLive
                    : PartEquality::kManifests};
  for (const ImmutableField& field : kFields) {
    if (!IsOf(field, request)) {
      continue;
    }
    if (update.value == nullptr) {
      update.value = Stored(request, *request.object, arena);
      update.old = Stored(request, *request.old_object, arena);
    }
    if (Applies(field.condition, update)) {
      checker.Check(field, update);
    }
  }
}

}  // namespace kval::kubernetes
