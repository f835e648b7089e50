#include "src/driver/kubernetes/test_files.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/admission/policy_set.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using Text = std::string_view;
using value::Value;

constexpr Text kSuiteGroup = "test.gatekeeper.sh/";

bool IsSuite(const Value& document) {
  const Value* api = document.kind == value::Kind::kMapping ? value::Find(document, "apiVersion") : nullptr;
  return api != nullptr && api->raw.starts_with(kSuiteGroup);
}

// Whether a directory above is for tests by its name.
bool IsInDirectoryOfTests(Text path) {
  constexpr Text kNames[] = {"test", "tests", "testdata", "_testdata", "e2e", "conformance"};
  while (!path.empty()) {
    const size_t slash = path.find('/');
    if (slash == Text::npos) {
      return false;
    }
    const Text name = path.substr(0, slash);
    if (std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames)) {
      return true;
    }
    path.remove_prefix(slash + 1);
  }
  return false;
}

}  // namespace

void TestFiles::Take(const ManifestFiles& files, const Limits& limits, source::FileReader& reader) {
  std::set<std::string, std::less<>> directories;
  bool has_policies = false;
  for (size_t i = 0; i < files.size(); ++i) {
    has_policies = has_policies || kubernetes::AdmissionPolicySet::MayBeIn(files[i].text());
    std::string directory(GetDirectoryPrefix(LexicallyNormal(files[i].name)));
    while (directories.insert(directory).second && !directory.empty()) {
      directory.pop_back();
      directory = GetDirectoryPrefix(directory);
    }
  }
  if (has_policies) {
    for (const std::string& directory : directories) {
      AddTestsIn(directory, limits, reader);
    }
  }
}

void TestFiles::AddTestsIn(const std::string& directory, const Limits& limits, source::FileReader& reader) {
  const auto has = [&](Text name) {
    return reader.KindOf(directory + std::string(name)) == source::PathKind::kFile;
  };
  const bool is_of_tests = IsInDirectoryOfTests(directory);
  // The configuration of kuttl may also be at the top of a repository, and name the directories of tests.
  if (has("chainsaw-test.yaml") || has("chainsaw-test.yml") || (has("kuttl-test.yaml") && is_of_tests)) {
    clusters_.insert(directory);
  }
  if (has("kyverno-test.yaml") || has("kyverno-test.yml") || has("kval-test.yaml") || has("kval-test.yml")) {
    (is_of_tests ? clusters_ : objects_).insert(directory);
  }
  if (has("suite.yaml")) {
    Result<std::string> text = reader.Read(directory + "suite.yaml");
    source::SourceMap sources;
    Arena arena;
    diag::Collector unheard;
    diag::Emitter silent(&unheard);
    const source::SourceFile& file = sources.AddText("suite.yaml", text ? *std::move(text) : std::string());
    for (const yaml::Document& document :
         yaml::ReadFile(file, ManifestReading(limits), arena, silent).documents) {
      if (IsSuite(*document.root)) {
        AddSuite(*document.root, directory);
      }
    }
  }
}

// Source: gatekeeper pkg/gator/verify (Suite, Test, Case).
void TestFiles::AddSuite(const Value& suite, const std::string& directory) {
  std::vector<const Value*> open = {&suite};
  const auto add = [&](const Value& path, bool is_constraint) {
    std::string file = LexicallyNormal(directory + std::string(path.raw.view()));
    if (!path.is_collection() && (!is_constraint || GetDirectoryPrefix(file) != directory)) {
      of_suites_.insert(std::move(file));
    }
  };
  while (!open.empty()) {
    const Value& value = *open.back();
    open.pop_back();
    open.insert(open.end(), value.items().begin(), value.items().end());
    for (const value::Entry& entry : value.entries()) {
      const Text key = entry.key->raw.view();
      if (key == "object" || key == "constraint") {
        add(*entry.value, key == "constraint");
      } else if (key == "inventory") {
        for (const Value* item : entry.value->items()) {
          add(*item, false);
        }
      } else {
        open.push_back(entry.value);
      }
    }
  }
}

bool TestFiles::IsBelow(Text name, const std::set<std::string, std::less<>>& directories) {
  Text directory = GetDirectoryPrefix(name);
  while (!directories.empty()) {
    if (directories.contains(directory)) {
      return true;
    }
    if (directory.empty()) {
      return false;
    }
    directory = GetDirectoryPrefix(directory.substr(0, directory.size() - 1));
  }
  return false;
}

bool TestFiles::HasObjects(Text name) const {
  if (clusters_.empty() && objects_.empty() && of_suites_.empty()) {
    return false;
  }
  const std::string path = LexicallyNormal(std::string(name));
  return IsBelow(path, clusters_) || IsBelow(path, objects_) || of_suites_.contains(path);
}

bool TestFiles::HasPolicies(Text name) const {
  if (clusters_.empty() && of_suites_.empty()) {
    return false;
  }
  const std::string path = LexicallyNormal(std::string(name));
  return IsBelow(path, clusters_) || of_suites_.contains(path);
}

}  // namespace kval::driver
