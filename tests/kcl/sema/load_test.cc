#include <gtest/gtest.h>

#include "tests/kcl/sema/analyzing.h"

namespace kval::kcl::testing {
namespace {

TEST(LoadTest, DirectoryIsAPackage) {
  const auto analyzed = AnalyzeFiles({{"main.k", "import pkg.sub as s\nx: int = s.a + s.b\n"},
                                      {"pkg/sub/a.k", "a = 1\n"},
                                      {"pkg/sub/b.k", "b = a\n"},
                                      {"pkg/sub/_c.k", "?\n"},
                                      {"pkg/sub/d_test.k", "?\n"}});
  EXPECT_EQ(analyzed->Report(), "");
  ASSERT_EQ(analyzed->program->packages.size(), 2u);
  EXPECT_EQ(analyzed->program->packages[1]->path, "pkg.sub");
  EXPECT_EQ(analyzed->program->packages[1]->files.size(), 2u);
}

TEST(LoadTest, FileIsAPackage) {
  EXPECT_EQ(AnalyzeFiles({{"main.k", "import pkg.a\nx: str = a.a\n"}, {"pkg/a.k", "a = 1\n"}})->Report(),
            "=> 2:10 TypeError: expected str, got int\n"
            "=>   2:4 the type is declared here\n");
}

TEST(LoadTest, RelativeImports) {
  EXPECT_EQ(AnalyzeFiles({{"main.k", "import .pkg\nx = pkg.b\n"},
                          {"pkg/a.k", "import ..other\nb = other.c\n"},
                          {"other/o.k", "c = 1\n"}})
                ->Report(),
            "");
}

TEST(LoadTest, RootIsTheDirectoryOfKclMod) {
  LoadOptions options;
  options.entries = {"app/main.k"};
  EXPECT_EQ(AnalyzeFiles({{"kcl.mod", "[package]\nname = \"me\"\n"},
                          {"app/main.k", "import pkg.a\nimport me.pkg.a as b\nx = a.a + b.a\n"},
                          {"pkg/a.k", "a = 1\n"}},
                         options)
                ->Report(),
            "");
}

TEST(LoadTest, ExternalPackages) {
  LoadOptions options;
  options.externals["ext"] = "vendor/ext";
  const auto analyzed = AnalyzeFiles({{"main.k", "import ext\nimport ext.sub\nx = ext.a + sub.b\n"},
                                      {"vendor/ext/a.k", "import sub\na = sub.b\n"},
                                      {"vendor/ext/sub/b.k", "b = 1\n"}},
                                     options);
  EXPECT_EQ(analyzed->Report(), "");
  EXPECT_EQ(analyzed->program->packages[1]->path, "ext");
  EXPECT_EQ(analyzed->program->packages[2]->path, "ext.sub");
}

TEST(LoadTest, CachedPackages) {
  LoadOptions options;
  options.package_homes = {"home"};
  const std::vector<File> files = {
      {"kcl.mod",
       "[dependencies]\next = \"1.2\"\ngit = { git = \"https://g\", tag = \"v1\" }\nnone = \"1\"\n"},
      {"main.k", "import ext\nimport git\nimport near\nx = ext.a + git.b + near.c\n"},
      {"home/ext_1.2/a.k", "a = 1\n"},
      {"vendor/git_v1/b.k", "b = 1\n"},
      {"home/near/c.k", "c = 1\n"}};
  EXPECT_EQ(AnalyzeFiles(files, options)->Report(), "");
}

TEST(LoadTest, EntriesOfKclMod) {
  LoadOptions options;
  options.entries = {"app"};
  const auto analyzed = AnalyzeFiles(
      {{"app/kcl.mod", "[profile]\nentries = [\"b.k\"]\n"}, {"app/a.k", "x = *\n"}, {"app/b.k", "x = 1\n"}},
      options);
  EXPECT_EQ(analyzed->Report(), "");
  EXPECT_EQ(
      AnalyzeFiles({{"app/kcl.mod", "[profile]\nentries = [\"a.k\", \"c.k\"]\n"}, {"app/a.k", "x = 1\n"}},
                   options)
          ->Report(),
      "=> app/kcl.mod:2:19 the entry `app/c.k` does not exist\n");
}

TEST(LoadTest, BrokenKclMod) {
  EXPECT_EQ(AnalyzeFiles({{"kcl.mod", "[package]\nname = 1\n"}, {"main.k", "x = 1\n"}})->Report(),
            "=> kcl.mod:2:8 `package.name` of a kcl.mod must be a string\n");
  EXPECT_EQ(AnalyzeFiles({{"kcl.mod", "[dependencies]\na = 1\n"}, {"main.k", "x = 1\n"}})->Report(),
            "=> kcl.mod:2:5 `dependencies.a` of a kcl.mod must be a version or a table\n");
}

TEST(LoadTest, DependenciesOfKclMod) {
  EXPECT_EQ(AnalyzeFiles({{"kcl.mod", "[dependencies]\next = { path = \"deps/ext\" }\n"},
                          {"main.k", "import ext\nx = ext.a\n"},
                          {"deps/ext/a.k", "a = 1\n"}})
                ->Report(),
            "");
}

TEST(LoadTest, MissingModuleIsReportedOnceWithItsUses) {
  EXPECT_EQ(AnalyzeFiles({{"main.k", "import some.pkg\nx = pkg.a + 1\n"}})->Report(),
            "=> 1:1 CannotFindModule: Cannot find the module some.pkg from some/pkg\n"
            "=>   2:9 TypeError: attribute 'a' not found in 'module 'some.pkg''\n");
}

TEST(LoadTest, DirectoryWithoutFiles) {
  EXPECT_EQ(AnalyzeFiles({{"main.k", "import pkg\n"}, {"pkg/readme.md", ""}})->Report(),
            "=> 1:1 CannotFindModule: Failed to import the module pkg from pkg. No KCL files found in the "
            "specified "
            "folder\n");
}

TEST(LoadTest, ImportsStayBelowTheRoot) {
  LoadOptions options;
  options.entries = {"app/main.k"};
  EXPECT_EQ(AnalyzeFiles({{"app/main.k", "import ..secret\n"}, {"secret.k", "a = 1\n"}}, options)->Report(),
            "=> app/main.k:1:1 CannotFindModule: Failed to import the module ..secret from secret, outside "
            "of app. No KCL "
            "files found in the specified folder\n");
}

TEST(LoadTest, CircleOfImports) {
  EXPECT_EQ(AnalyzeFiles({{"main.k", "import a\n"}, {"a.k", "import b\n"}, {"b.k", "import a\n"}})->Report(),
            "=> b.k:1:1 CompileError: There is a circular reference between modules a, b\n"
            "=>   a.k:1:1 this import is part of the circle\n");
}

TEST(LoadTest, MainFilesShareTheirNames) {
  LoadOptions options;
  options.entries = {"a.k", "b.k"};
  EXPECT_EQ(AnalyzeFiles({{"a.k", "x = y\n"}, {"b.k", "y = 1\n"}}, options)->Report(), "");
  EXPECT_EQ(AnalyzeFiles({{"a.k", "x = 1\n"}, {"b.k", "x = 2\n"}}, options)->Report(),
            "=> b.k:1:1 ImmutableError: Can not change the value of 'x', because it was declared immutable\n"
            "=>   a.k:1:1 The variable 'x' is declared here\n");
}

TEST(LoadTest, ImportsAreSeenByAllFiles) {
  LoadOptions options;
  options.entries = {"a.k", "b.k"};
  EXPECT_EQ(AnalyzeFiles({{"a.k", "import math as m\n"}, {"b.k", "x = m.pow(2, 1)\n"}}, options)->Report(),
            "");
  EXPECT_EQ(
      AnalyzeFiles({{"a.k", "import math as m\n"}, {"b.k", "import json as m\n"}}, options)->Report(),
      "=> b.k:1:1 CompileError: the name 'm' is defined multiple times, 'm' must be defined only once\n");
}

TEST(LoadTest, ErrorsOfAllFilesAreReported) {
  EXPECT_EQ(AnalyzeFiles({{"main.k", "import pkg\nx = *\n"}, {"pkg/a.k", "a = ]\n"}})->Report(),
            "=> 2:5 InvalidSyntax: expected an expression, got `*`\n"
            "=> pkg/a.k:1:5 InvalidSyntax: mismatched closing delimiter\n"
            "=> pkg/a.k:1:6 InvalidSyntax: expected an expression, got `newline`\n");
}

// Records the files opened as named by the user in `named`, and the files opened below a root directory in
// `found`.
class WatchedReader final : public source::FileReader {
 public:
  source::PathKind KindOf(const std::string& path) override { return files.KindOf(path); }
  Result<std::string> Read(const std::string& path) override {
    named.push_back(path);
    return files.Read(path);
  }
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override {
    found.push_back(directory + ": " + path);
    return files.ReadBelow(directory, path);
  }
  Result<std::vector<std::string>> List(const std::string& directory) override {
    return files.List(directory);
  }
  source::Tree Walk(const std::string& directory) override { return files.Walk(directory); }
  Result<std::string> RealPath(const std::string& path) override { return files.RealPath(path); }

  source::MemoryFileReader files;
  std::vector<std::string> named, found;
};

TEST(LoadTest, WhatIsFoundIsOpenedBelowItsRootAndReadOnce) {
  WatchedReader reader;
  reader.files.Add("main.k", "import pkg\nimport ext\nx = pkg.a + ext.b\n");
  reader.files.Add("pkg/a.k", "a = 1\n");
  reader.files.Add("vendor/ext/b.k", "b = 1\n");
  reader.files.Add("kcl.mod", "");
  source::SourceMap sources;
  diag::Collector found;
  diag::Emitter emit(&found);
  LoadOptions options;
  options.entries = {"main.k"};
  Program first;
  Load(first, sources, reader, options, emit);
  EXPECT_EQ(reader.named, std::vector<std::string>{"main.k"});
  EXPECT_EQ(reader.found,
            (std::vector<std::string>{".: kcl.mod", ".: pkg/a.k", "vendor/ext: vendor/ext/b.k"}));

  reader.named.clear();
  options.known = &first;
  Program second;
  Load(second, sources, reader, options, emit);
  EXPECT_TRUE(reader.named.empty());
  EXPECT_EQ(second.packages[1]->files[0].file, first.packages[1]->files[0].file);
}

TEST(LoadTest, PackagesThatAreRead) {
  const auto analyzed =
      AnalyzeFiles({{"main.k", "import read\nimport key\nimport below\nx = {key = read.a}\n"},
                    {"read/a.k", "a = 1\n"},
                    {"key/a.k", "a = 1\n"},
                    {"below/a.k", "import kinds\nx: kinds.S = {}\n"},
                    {"kinds/a.k", "schema S:\n    a?: int\n"}});
  std::string read;
  for (const std::unique_ptr<Package>& package : analyzed->program->packages) {
    read += package->is_read ? package->path + " " : "";
  }
  EXPECT_EQ(read, "read kinds ");
}

TEST(LoadTest, UnreadableEntry) {
  EXPECT_NE(AnalyzeFiles({})->Report().find("main.k"), std::string::npos);
}

}  // namespace
}  // namespace kval::kcl::testing
