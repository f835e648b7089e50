#include "src/driver/kubernetes/policy_test_files.h"

#include <algorithm>
#include <utility>

#include "src/diag/read_failure.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/kubernetes/manifest_files.h"
#include "src/kubernetes/admission/fields.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"

namespace kval::driver {

using value::Value;

PolicyTestFiles::PolicyTestFiles(const std::string& test, std::string root, const Limits& limits,
                                 source::FileReader& reader, Session& session)
    : directory_(GetDirectoryPrefix(test)),
      roots_{".", std::move(root)},
      limits_(limits),
      reader_(reader),
      session_(session) {}

std::vector<const Value*> PolicyTestFiles::Read(const std::string& path, source::Span reference) {
  const auto* root = std::find_if(roots_.begin(), roots_.end(),
                                  [&](const std::string& each) { return IsBelow(reader_, path, each); });
  Result<std::string> text = reader_.ReadBelow(root == roots_.end() ? roots_.front() : *root, path);
  if (!text) {
    diag::ReportReadFailure(reference, text.failure(), session_.emit);
    return {};
  }
  const std::string name = path.starts_with("./") ? path.substr(2) : path;
  const yaml::File file = yaml::ReadFile(session_.sources.AddText(name, *std::move(text)),
                                         ManifestReading(limits_), session_.arena, session_.emit);
  std::vector<const Value*> documents;
  for (const yaml::Document& document : file.documents) {
    if (document.root->kind == value::Kind::kMapping) {
      documents.push_back(document.root);
    }
  }
  return documents;
}

std::vector<const Value*> PolicyTestFiles::Objects(std::span<const Value* const> names) {
  std::vector<const Value*> objects;
  for (const Value* name : names) {
    for (const Value* document : Documents(*name)) {
      const Value* items = kubernetes::FieldOf(document, "items");
      if (items == nullptr || items->kind != value::Kind::kSequence) {
        objects.push_back(document);
        continue;
      }
      objects.insert(objects.end(), items->items().begin(), items->items().end());
    }
  }
  return objects;
}

const Value* PolicyTestFiles::Document(const Value& name) {
  const std::vector<const Value*> documents = Documents(name);
  return documents.empty() ? nullptr : documents.front();
}

std::vector<const Value*> PolicyTestFiles::Documents(const Value& name) {
  const std::string text(name.raw);
  const std::string path = LexicallyNormal(text.starts_with('/') ? text : directory_ + text);
  std::vector<InputFile> files;
  ExpandPaths({path.empty() ? "." : path}, reader_, session_.emit, files);
  std::vector<const Value*> documents;
  for (const InputFile& file : files) {
    const std::vector<const Value*> read = Read(file.path, name.span);
    documents.insert(documents.end(), read.begin(), read.end());
  }
  return documents;
}

}  // namespace kval::driver
