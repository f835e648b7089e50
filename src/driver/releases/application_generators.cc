#include "src/driver/releases/application_generators.h"

#include <algorithm>
#include <array>

#include "src/driver/releases/fields.h"
#include "src/helm/embedded_text.h"
#include "src/helm/values_text.h"
#include "src/kubernetes/admission/label_selector.h"
#include "src/support/native_stack.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using value::Entry;
using value::Kind;
using value::Value;
using Text = std::string_view;

constexpr diag::Def<Text, Text, Text> kNotAll{
    diag::Kind::kNotChecked,
    "{}: the Applications of the generator `{}` were not checked completely, because {}"};
constexpr diag::Def<Text, Text> kRefused{diag::Kind::kHelmRefused,
                                         "{}: Argo CD generates no Application: {}"};

constexpr std::array<Text, 9> kKinds = {
    "list",        "clusters", "git",   "scmProvider", "clusterDecisionResource",
    "pullRequest", "matrix",   "merge", "plugin"};

constexpr int kMostDepth = 2;  // of matrix and merge generators

bool IsTemplated(const Value& value) {
  NeedStack();
  const auto entries = value.entries();
  const auto items = value.items();
  return value.raw.find("{{") != Text::npos ||
         std::any_of(entries.begin(), entries.end(),
                     [](const Entry& one) { return IsTemplated(*one.value); }) ||
         std::any_of(items.begin(), items.end(), [](const Value* item) { return IsTemplated(*item); });
}

bool HaveSameKeys(const Value& a, const Value& b, std::span<const Value* const> keys) {
  return std::all_of(keys.begin(), keys.end(), [&](const Value* key) {
    const Value* first = value::Find(a, TextAt(key, {}));
    const Value* second = value::Find(b, TextAt(key, {}));
    const bool are_set = first != nullptr && second != nullptr;
    return are_set ? (first->kind == Kind::kString) == (second->kind == Kind::kString) &&
                         GoText(*first) == GoText(*second)
                   : (first == nullptr || first->kind == Kind::kNull) &&
                         (second == nullptr || second->kind == Kind::kNull);
  });
}

}  // namespace

ApplicationGenerators::ApplicationGenerators(std::string title, size_t most, ParameterTemplate& templates,
                                             ReleaseContext& context)
    : title_(std::move(title)),
      most_(most),
      templates_(templates),
      context_(context),
      build_(context.helm.forest.build()),
      tree_(context) {}

std::vector<Text> ApplicationGenerators::KindsOf(const Value& generator) {
  std::vector<Text> kinds;
  for (const Text kind : kKinds) {
    if (const Value* body = FieldAt(&generator, {kind}); body != nullptr && body->kind != Kind::kNull) {
      kinds.push_back(kind);
    }
  }
  return kinds;
}

void ApplicationGenerators::Refuse(source::Span at, Text reason) {
  is_refused_ = true;
  if (reported_.emplace(at.begin, reason).second) {
    context_.helm.emit.Report(at, kRefused, title_, reason).Emit();
  }
}

void ApplicationGenerators::Note(source::Span at, Text kind, Text reason) {
  if (reported_.emplace(at.begin, reason).second) {
    context_.helm.emit.Report(at, kNotAll, title_, kind, reason)
        .As(diag::Severity::kNote)
        .Subject("generator " + std::string(kind) + ": " + std::string(reason))
        .Emit();
  }
}

std::vector<Parameters> ApplicationGenerators::Unknown(source::Span at, Text kind, Text reason) {
  Note(at, kind, reason);
  return {{build_.Mapping({}), false}};
}

bool ApplicationGenerators::Add(const Value* map, bool is_complete, source::Span at, Sets& sets) {
  if (sets.size() == most_) {
    Note(at, "generators", "only the first " + std::to_string(most_) + " of them are");
    return false;
  }
  sets.push_back({map, is_complete});
  return true;
}

std::vector<Parameters> ApplicationGenerators::Generate(const Value& generator, Text kind) {
  is_refused_ = false;
  Sets sets = GenerateKind(generator, kind, 0);
  return is_refused_ ? Sets() : sets;
}

std::vector<Parameters> ApplicationGenerators::GenerateKind(const Value& generator, Text kind, int depth) {
  NeedStack();
  const Value& body = *FieldAt(&generator, {kind});
  Sets sets;
  if (kind == "list") {
    sets = List(body);
  } else if (kind == "git") {
    sets = Git(body);
  } else if ((kind == "matrix" || kind == "merge") && depth < kMostDepth) {
    sets = kind == "matrix" ? Matrix(body, depth) : Merge(body, depth);
  } else {
    sets = Unknown(body.span, kind, "only Argo CD knows its parameters");
  }
  const auto selector = kubernetes::LabelSelector::Read(FieldAt(&generator, {"selector"}));
  std::erase_if(sets, [&](const Parameters& one) {
    return one.is_complete && !selector.empty() && !selector.Matches(Flattened(*one.map, build_));
  });
  return sets;
}

std::vector<Parameters> ApplicationGenerators::GenerateInner(const Value& generator, const Parameters* outer,
                                                             int depth) {
  const std::vector<Text> kinds = KindsOf(generator);
  if (kinds.size() != 1) {
    Refuse(generator.span, kinds.empty() ? "child generator generated no parameters"
                                         : "found more than one generator in matrix.Generators");
    return {};
  }
  if (outer == nullptr || outer->map->entries().empty()) {
    return GenerateKind(generator, kinds.front(), depth);
  }
  templates_.SetParameters(*outer);
  const Value* filled = templates_.FillGenerator(generator);
  if (const auto failure = templates_.TakeFailure()) {
    Refuse(failure->at, failure->text);
    return {};
  }
  // The selector itself is no template.
  const Value* selector = FieldAt(&generator, {"selector"});
  filled = selector == nullptr ? filled : WithField(*filled, "selector", selector, build_);
  if (!outer->is_complete && kinds.front() == "git" && IsTemplated(*FieldAt(filled, {"git"}))) {
    return {{build_.Mapping({}), false}};
  }
  return GenerateKind(*filled, kinds.front(), depth);
}

std::vector<Parameters> ApplicationGenerators::Matrix(const Value& body, int depth) {
  const auto inner = ItemsAt(&body, {"generators"});
  if (inner.size() != 2) {
    Refuse(body.span, std::string("found ") + (inner.size() < 2 ? "less" : "more") +
                          " than two generators, Matrix support only two");
    return {};
  }
  Sets product;
  for (const Parameters& first : GenerateInner(*inner[0], nullptr, depth + 1)) {
    for (const Parameters& second : GenerateInner(*inner[1], &first, depth + 1)) {
      const Value* map = templates_.is_go() ? MergedWith(*second.map, *first.map, build_)
                                            : Combined(*first.map, *second.map, body.span);
      if (map == nullptr) {
        return {};
      }
      if (!Add(map, first.is_complete && second.is_complete, body.span, product)) {
        return product;
      }
    }
  }
  return product;
}

const Value* ApplicationGenerators::Combined(const Value& first, const Value& second, source::Span at) {
  const auto text = [this](const Value& value) {
    return value.kind == Kind::kString ? &value : build_.String(GoText(value), value.span);
  };
  std::vector<Entry> entries;
  for (const Entry& entry : first.entries()) {
    entries.push_back({entry.key, text(*entry.value)});
  }
  for (const Entry& entry : second.entries()) {
    const Value* value = text(*entry.value);
    const Value* other = value::Find(first, entry.key->raw);
    if (other == nullptr) {
      entries.push_back({entry.key, value});
    } else if (GoText(*other) != value->raw.view()) {
      Refuse(at, "found duplicate key " + std::string(entry.key->raw) +
                     " with different value, a: " + GoText(*other) + " ,b: " + std::string(value->raw));
      return nullptr;
    }
  }
  return build_.Mapping(entries);
}

bool ApplicationGenerators::AreUnique(const Sets& sets, Keys keys, source::Span at) {
  for (size_t i = 0; i < sets.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (sets[i].is_complete && sets[j].is_complete && HaveSameKeys(*sets[i].map, *sets[j].map, keys)) {
        Refuse(at,
               "the parameters from a generator were not unique by the given mergeKeys, Merge requires all "
               "param sets to be unique");
        return false;
      }
    }
  }
  return true;
}

std::vector<Parameters> ApplicationGenerators::Merge(const Value& body, int depth) {
  const auto inner = ItemsAt(&body, {"generators"});
  const Keys keys = ItemsAt(&body, {"mergeKeys"});
  if (inner.size() < 2 || keys.empty()) {
    Refuse(body.span, inner.size() < 2 ? "found less than two generators, Merge requires two or more"
                                       : "no merge keys were specified, Merge requires at least one");
    return {};
  }
  Sets merged;
  for (size_t i = 0; i < inner.size(); ++i) {
    const Sets sets = GenerateInner(*inner[i], nullptr, depth + 1);
    if (!AreUnique(sets, keys, inner[i]->span)) {
      return {};
    }
    if (i == 0) {
      merged = sets;
      continue;
    }
    const bool are_known =
        std::all_of(sets.begin(), sets.end(), [](const Parameters& one) { return one.is_complete; });
    for (Parameters& base : merged) {
      const auto over = std::find_if(sets.begin(), sets.end(), [&](const Parameters& one) {
        return one.is_complete && HaveSameKeys(*base.map, *one.map, keys);
      });
      base.is_complete = base.is_complete && are_known;
      if (over != sets.end()) {
        base.map = templates_.is_go() ? MergedWith(*base.map, *over->map, build_)
                                      : WithFields(*base.map, *over->map, build_);
      }
    }
  }
  return merged;
}

std::vector<Parameters> ApplicationGenerators::List(const Value& body) {
  Sets sets;
  for (const Value* element : ItemsAt(&body, {"elements"})) {
    if (IsTemplated(*element) && !templates_.is_go() && element->kind == Kind::kString) {
      return Unknown(element->span, "list", "only Argo CD knows its parameters");
    }
    if (!AddElement(*element, sets)) {
      return {};
    }
  }
  if (const Value* text = FieldAt(&body, {"elementsYaml"}); text != nullptr && !text->raw.empty()) {
    AddElementsOf(*text, sets);
  }
  return sets;
}

bool ApplicationGenerators::AddElement(const Value& element, Sets& sets) {
  std::vector<Entry> entries;
  for (const Entry& entry : element.entries()) {
    const bool has_values = !templates_.is_go() && entry.key->raw == "values";
    if (has_values && entry.value->kind != Kind::kMapping) {
      Refuse(entry.value->span, "error parsing values map");
      return false;
    }
    std::vector<Entry> texts = {entry};
    if (has_values) {
      texts.clear();
      for (const Entry& one : entry.value->entries()) {
        texts.push_back({build_.String("values." + std::string(one.key->raw)), one.value});
      }
    }
    for (const Entry& one : texts) {
      if (!templates_.is_go() && one.value->kind != Kind::kString) {
        Refuse(one.value->span, "without `goTemplate`, the values of a list element must be strings");
        return false;
      }
      entries.push_back(one);
    }
  }
  return Add(build_.Mapping(entries), true, element.span, sets);
}

void ApplicationGenerators::AddElementsOf(const Value& text, Sets& sets) {
  const Value* elements = helm::ReadEmbedded(text, context_.file, helm::Sensitivity::kOpen, context_.helm);
  if (elements == nullptr || elements->kind == Kind::kNull) {
    return;
  }
  const auto items = elements->items();
  const bool are_maps = std::all_of(items.begin(), items.end(), [](const Value* item) {
    return item->kind == Kind::kMapping || item->kind == Kind::kNull;
  });
  if (elements->kind != Kind::kSequence || !are_maps) {
    Refuse(text.span, "`elementsYaml` must be a list of maps");
    sets.clear();
    return;
  }
  if (RefusesKeys(*elements, text.span)) {
    sets.clear();
    return;
  }
  for (const Value* item : items) {
    if (!Add(build_.Mapping(WithTextKeys(*item, build_)->entries()), true, text.span, sets)) {
      return;
    }
  }
}

std::vector<Parameters> ApplicationGenerators::Git(const Value& body) {
  if (!tree_.IsRepositoryOf(body)) {
    return Unknown(body.span, "git", "the repository " + TextAt(&body, {"repoURL"}) + " is not on the disk");
  }
  const bool has_directories = !ItemsAt(&body, {"directories"}).empty();
  if (!has_directories && ItemsAt(&body, {"files"}).empty()) {
    Refuse(body.span, "ApplicationSet is empty");
    return {};
  }
  return has_directories ? GitDirectories(body) : GitFiles(body);
}

std::vector<Parameters> ApplicationGenerators::GitDirectories(const Value& body) {
  const std::vector<std::string> directories = tree_.Directories(body);
  if (directories.empty()) {
    Note(body.span, "git", "none of its paths is a directory of the repository");
  }
  Sets sets;
  for (const std::string& directory : directories) {
    const Value* map = WithPath(*build_.Mapping({}), directory, {}, TextAt(&body, {"pathParamPrefix"}),
                                templates_.is_go(), build_);
    if (!AddWithValues(*map, body, sets)) {
      break;
    }
  }
  return sets;
}

std::vector<Parameters> ApplicationGenerators::GitFiles(const Value& body) {
  const std::vector<std::string> files = tree_.Files(body);
  if (files.empty()) {
    Note(body.span, "git", "none of its paths is a file of the repository");
  }
  Sets sets;
  for (const std::string& file : files) {
    if (!AddFile(file, body, sets)) {
      break;
    }
  }
  return sets;
}

bool ApplicationGenerators::RefusesKeys(const Value& parameters, source::Span text) {
  const Value* key = FindUnsupportedKey(parameters);
  if (key != nullptr) {
    Refuse(key->span.has_value() ? key->span : text, "a key of the parameters is " +
                                                         std::string(value::KindName(key->kind)) +
                                                         ", which Argo CD cannot convert to JSON");
  }
  return key != nullptr;
}

bool ApplicationGenerators::AddFile(const std::string& file, const Value& body, Sets& sets) {
  const source::SourceFile* text = tree_.Load(file);
  const Value* root =
      text == nullptr ? nullptr : helm::ReadFirstDocument(*text, helm::Author::kChart, context_.helm);
  const auto items = root == nullptr ? std::span<const Value* const>() : root->items();
  const bool is_map = root != nullptr && (root->kind == Kind::kMapping || root->kind == Kind::kNull);
  const bool are_maps =
      root != nullptr && root->kind == Kind::kSequence &&
      std::all_of(items.begin(), items.end(), [](const Value* item) { return item->kind == Kind::kMapping; });
  if (!is_map && !are_maps) {
    if (root != nullptr) {
      Refuse(root->span, "the file is neither a map nor a list of maps, which the generator `git` requires");
    }
    sets.clear();
    return false;
  }
  if (RefusesKeys(*root, root->span)) {
    sets.clear();
    return false;
  }
  const std::string above(GetDirectory(file));
  const Value* const one[] = {root};
  for (const Value* object : is_map ? std::span<const Value* const>(one) : items) {
    const Value* map = build_.Mapping(WithTextKeys(*object, build_)->entries());
    map = WithPath(templates_.is_go() ? *map : *Flattened(*map, build_), above.empty() ? "." : above, file,
                   TextAt(&body, {"pathParamPrefix"}), templates_.is_go(), build_);
    if (!AddWithValues(*map, body, sets)) {
      return false;
    }
  }
  return true;
}

bool ApplicationGenerators::AddWithValues(const Value& map, const Value& body, Sets& sets) {
  const Value* values = MapAt(&body, {"values"});
  if (values == nullptr) {
    return Add(&map, true, body.span, sets);
  }
  templates_.SetParameters({&map, true});
  std::vector<Entry> entries;
  for (const Entry& entry : values->entries()) {
    const Value* filled = templates_.Fill(*entry.value);
    entries.push_back(
        {templates_.is_go() ? entry.key : build_.String("values." + std::string(entry.key->raw)), filled});
  }
  if (const auto failure = templates_.TakeFailure()) {
    Refuse(failure->at, failure->text);
    sets.clear();
    return false;
  }
  const Value* added = build_.Mapping(entries);
  return Add(templates_.is_go() ? WithField(map, "values", added, build_) : WithFields(map, *added, build_),
             true, body.span, sets);
}

}  // namespace kval::driver
