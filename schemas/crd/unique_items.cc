#include "schemas/crd/unique_items.h"

#include <algorithm>

#include "src/support/keyed_hash.h"
#include "src/value/compare.h"

namespace kval::schemas::crd {
namespace {

// One text for each item as JSON has it: equal items give equal text, whatever the order of their keys.
void AppendText(const value::Value& value, std::string& out) {
  switch (value.kind) {
    case value::Kind::kMapping: {
      std::vector<value::Entry> entries(value.entries().begin(), value.entries().end());
      std::sort(entries.begin(), entries.end(), [](const value::Entry& a, const value::Entry& b) {
        return value::KeyText(*a.key) < value::KeyText(*b.key);
      });
      out += '{';
      for (const value::Entry& entry : entries) {
        AppendText(*entry.key, out);
        AppendText(*entry.value, out);
      }
      out += '}';
      return;
    }
    case value::Kind::kSequence:
      out += '[';
      for (const value::Value* item : value.items()) {
        AppendText(*item, out);
      }
      out += ']';
      return;
    case value::Kind::kNull:
    case value::Kind::kBool:
    case value::Kind::kInt:
    case value::Kind::kFloat:
    case value::Kind::kString: {
      const std::string text = value::KeyText(value);
      out += std::to_string(text.size()) + ':' + text;
      return;
    }
  }
}

// What identifies an item; empty when it has none of the keys.
std::string IdentityOf(const value::Value& item, const std::vector<std::string>& keys) {
  std::string text;
  if (keys.empty()) {
    AppendText(item, text);
    return text;
  }
  bool has_any = false;
  for (const std::string& key : keys) {
    const value::Value* part = item.kind == value::Kind::kMapping ? value::Find(item, key) : nullptr;
    has_any = has_any || part != nullptr;
    text += part == nullptr ? "-" : "+";
    if (part != nullptr) {
      AppendText(*part, text);
    }
  }
  return has_any ? text : std::string();
}

// `name "web", protocol "TCP"`, for people.
std::string Words(const value::Value& item, const std::vector<std::string>& keys) {
  if (keys.empty()) {
    return "the item " + value::Abbreviate(item);
  }
  std::string words;
  for (const std::string& key : keys) {
    const value::Value* part = value::Find(item, key);
    if (part != nullptr) {
      words += (words.empty() ? "" : ", ") + key + " " + value::Abbreviate(*part);
    }
  }
  return "an item with " + words;
}

// From the beginning of the item to the end of its keys, where they are written; else the item.
source::Span PlaceOf(const value::Value& item, const std::vector<std::string>& keys) {
  source::Span place = item.span;
  uint32_t end = 0;
  for (const std::string& key : keys) {
    const value::Value* part = item.kind == value::Kind::kMapping ? value::Find(item, key) : nullptr;
    if (part != nullptr && part->style != value::Style::kComputed) {
      end = std::max(end, part->span.end);
    }
  }
  if (end > place.begin && end < place.end) {
    place.end = end;
  }
  return place;
}

}  // namespace

types::ViolatingPart UniqueItems::PartOf(const value::Value& list, size_t at, const char* words) const {
  diag::Path path = {diag::PathStep::Index(at)};
  if (reported_ == DuplicateLocation::kKey && keys_.size() == 1) {
    path.push_back(diag::PathStep::Key(keys_.front()));
  }
  return {std::move(path), PlaceOf(*list.items()[at], keys_), words};
}

types::PredicateResult UniqueItems::Test(const value::Value& subject,
                                         const types::RuleScope& /*scope*/) const {
  types::PredicateResult verdict;
  TextMap<std::string, size_t> seen;
  const auto items = subject.items();
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i]->gap == value::Recovery::kError) {
      continue;
    }
    std::string identity = IdentityOf(*items[i], keys_);
    if (identity.empty()) {
      continue;
    }
    const auto [first, is_new] = seen.emplace(std::move(identity), i);
    if (is_new) {
      continue;
    }
    if (verdict.holds()) {
      verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
      verdict.message = "the list has " + Words(*items[i], keys_) + " already";
      verdict.parts.push_back(PartOf(subject, i, "this is the second one"));
      verdict.parts.push_back(PartOf(subject, first->second, "the first one"));
    } else {
      verdict.parts.push_back(PartOf(subject, i, "and again"));
    }
  }
  return verdict;
}

// A misspelt key may be the identifying key, which then only seems to be missing.
bool UniqueItems::IsSure(const value::Value& item, const IsWrong& is_wrong) const {
  if (keys_.empty() || item.kind != value::Kind::kMapping) {
    return !is_wrong(item);
  }
  bool has_all = true;
  for (const std::string& key : keys_) {
    const value::Value* part = value::Find(item, key);
    has_all = has_all && part != nullptr;
    if (part != nullptr && is_wrong(*part)) {
      return false;
    }
  }
  const auto entries = item.entries();
  return has_all || std::none_of(entries.begin(), entries.end(),
                                 [&](const value::Entry& entry) { return is_wrong(*entry.key); });
}

std::string UniqueItems::Describe() const {
  std::string text = keys_.empty() ? "a set" : "a list with unique ";
  for (size_t i = 0; i < keys_.size(); ++i) {
    text += (i == 0 ? "" : ", ") + keys_[i];
  }
  return text;
}

}  // namespace kval::schemas::crd
