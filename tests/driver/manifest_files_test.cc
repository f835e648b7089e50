#include "src/driver/kubernetes/manifest_files.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kval::driver {
namespace {

class ManifestFilesTest : public testing::Test {
 protected:
  ManifestFilesTest() {
    reader_.Add("a.yml", "kind: A\n");
    reader_.Add("b.yml", "kind: B\n---\nitems: [{kind: C}]\n");
    reader_.Add("c.yml", "kind: {\n");
  }

  source::MemoryFileReader reader_;
  source::SourceMap sources_;
  Limits limits_;
  ManifestFiles files_{limits_, reader_, sources_};
};

TEST_F(ManifestFilesTest, ParsesEachFileOnce) {
  files_.Read({{"a.yml", {}}, {"b.yml", {}}, {"c.yml", {}}, {"missing.yml", {}}}, 2);
  ASSERT_EQ(files_.size(), 4u);
  EXPECT_TRUE(files_[3].failure.has_value());
  EXPECT_EQ(files_[0].text(), "kind: A\n");
  EXPECT_EQ(sources_.file_count(), 0u);
  files_.Parse([](const ManifestFile& file) { return file.name != "a.yml"; }, 2);
  EXPECT_EQ(sources_.file_count(), 2u);  // without the file that cannot be read
  EXPECT_EQ(files_[0].parsed, nullptr);
  const ParsedManifest* const parsed = files_[1].parsed.get();
  EXPECT_EQ(&files_.DocumentsOf(1), &parsed->file);
  EXPECT_EQ(files_[1].text(), "kind: B\n---\nitems: [{kind: C}]\n");
  EXPECT_EQ(files_[1].parsed->errors.diagnostics().size(), 0u);
  EXPECT_EQ(files_[2].parsed->errors.diagnostics().size(), 1u);
  EXPECT_EQ(files_.DocumentsOf(0).documents.size(), 1u);
  EXPECT_EQ(sources_.file_count(), 3u);
  std::vector<std::string> kinds;
  ForEachResource(files_.DocumentsOf(1), [&](const value::Value& resource) {
    const value::Value* kind = value::Find(resource, "kind");
    kinds.emplace_back(kind == nullptr ? "" : kind->raw.view());
  });
  EXPECT_EQ(kinds, (std::vector<std::string>{"B", "", "C"}));
}

TEST_F(ManifestFilesTest, ReleasesDocumentsBeyondTheBudget) {
  reader_.Add("big.yml", "kind: " + std::string(size_t{5} << 20, 'x') + "\n");
  files_.Read({{"a.yml", {}}, {"b.yml", {}}, {"big.yml", {}}}, 1);
  files_.DocumentsOf(0);
  files_.Trim(0);
  EXPECT_NE(files_[0].parsed, nullptr);
  files_.DocumentsOf(2);
  files_.KeepDocumentsOf(1);
  files_.Trim(1);
  EXPECT_NE(files_[1].parsed, nullptr);
  files_.Trim(0);
  EXPECT_EQ(files_[0].parsed, nullptr);
  EXPECT_EQ(files_.DocumentsOf(0).documents.front().root->kind, value::Kind::kMapping);
  EXPECT_EQ(sources_.file_count(), 3u);
}

}  // namespace
}  // namespace kval::driver
