#include "src/driver/kubernetes/test_files.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "src/driver/kubernetes/policy_test.h"
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

void TestFiles::Take(ManifestFiles& files) {
  for (size_t i = 0; i < files.size(); ++i) {
    const std::string name = LexicallyNormal(files[i].name);
    const Text base = GetFileName(name);
    const std::string directory(GetDirectoryPrefix(name));
    if (base.starts_with("chainsaw-test.") || base.starts_with("kuttl-test.")) {
      clusters_.insert(directory);
    } else if (IsPolicyTestName(base)) {
      (IsInDirectoryOfTests(name) ? clusters_ : objects_).insert(directory);
    } else if (files[i].text().find(kSuiteGroup) != Text::npos) {
      for (const yaml::Document& document : files.DocumentsOf(i).documents) {
        if (IsSuite(*document.root)) {
          AddSuite(*document.root, directory);
        }
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
