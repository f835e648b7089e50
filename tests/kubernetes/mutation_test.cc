#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "src/diag/collector.h"
#include "src/kubernetes/admission/atomic_maps.h"
#include "src/kubernetes/admission/json_patch.h"
#include "src/kubernetes/admission/structured_merge.h"
#include "src/kubernetes/catalog.h"
#include "src/source/source_map.h"
#include "src/value/compare.h"
#include "src/yaml/document.h"

namespace kval::kubernetes {
namespace {

class MutationTest : public testing::Test {
 protected:
  const value::Value& Read(const std::string& text) {
    diag::Collector unheard;
    diag::Emitter emit(&unheard);
    yaml::ReadOptions options;
    options.dialect = value::Dialect::kK8s;
    return *yaml::ReadFile(sources_.AddText("test.yml", text), options, arena_, emit).documents.front().root;
  }

  static std::string Text(const Result<const value::Value*>& result) {
    return result ? value::Abbreviate(**result, 1000) : "error: " + result.failure().message;
  }

  std::string Patch(const std::string& object, const std::vector<JsonPatchOperation>& operations) {
    return Text(ApplyJsonPatch(Read(object), operations, arena_));
  }

  // Of an object of the newest version.
  std::string Merge(std::string_view api_version, std::string_view kind, const std::string& object,
                    const std::string& patch) {
    const size_t version = table_.newest();
    const KindSchema schema = catalog_.Find(api_version, kind, version);
    const MergeSchema merge{*schema.model, schema.type, false, [&](const diag::Path& path) {
                              return IsAtomicMap(table_, api_version, kind, path, version);
                            }};
    return Text(MergeApplyConfiguration(Read(object), Read(patch), merge, arena_));
  }

  Arena arena_;
  source::SourceMap sources_;
  schemas::kubernetes::ApiTable table_ = schemas::kubernetes::ApiTable::Builtin();
  CustomKinds custom_;
  Limits limits_;
  Catalog catalog_{table_, custom_, nullptr, limits_};
};

TEST_F(MutationTest, JsonPatch) {
  const value::Value* v = &Read("v");
  EXPECT_EQ(Patch("{a: 1}", {{"add", "/b", "", v}}), Patch("{a: 1, b: v}", {}));
  EXPECT_EQ(Patch("{a: 1}", {{"replace", "/b", "", v}}), Patch("{a: 1, b: v}", {}));
  EXPECT_EQ(Patch("{a: [1, 2]}", {{"add", "/a/-", "", v}}), Patch("{a: [1, 2, v]}", {}));
  EXPECT_EQ(Patch("{a: [1, 2]}", {{"add", "/a/0", "", v}}), Patch("{a: [v, 1, 2]}", {}));
  EXPECT_EQ(Patch("{a: [1, 2]}", {{"remove", "/a/-1", ""}}), Patch("{a: [1]}", {}));
  EXPECT_EQ(Patch("{a: {b/c: 1}}", {{"remove", "/a/b~1c", ""}}), Patch("{a: {}}", {}));
  EXPECT_EQ(Patch("{a: 1}", {{"copy", "/b", "/a"}, {"move", "/c", "/a"}}), Patch("{b: 1, c: 1}", {}));
  EXPECT_EQ(Patch("{a: 1}", {{"test", "/a", "", &Read("2")}, {"remove", "/a", ""}}), Patch("{a: 1}", {}));
  EXPECT_EQ(Patch("{a: {x: 1, w: [2]}}", {{"test", "/a", "", &Read("{w: [2], x: 1}")}, {"remove", "/a", ""}}),
            Patch("{}", {}));
  for (const JsonPatchOperation& operation : std::vector<JsonPatchOperation>{{"remove", "/b", ""},
                                                                             {"add", "/b/c", "", v},
                                                                             {"add", "/l/3", "", v},
                                                                             {"replace", "/l/2", "", v},
                                                                             {"add", "/l/x", "", v},
                                                                             {"add", "/a/x", "", v},
                                                                             {"move", "/c", "/b"},
                                                                             {"delete", "/a", ""},
                                                                             {"add", "", "", v}}) {
    EXPECT_TRUE(Patch("{a: 1, l: [1, 2]}", {operation}).starts_with("error: "))
        << operation.op << operation.path;
  }
  // Each operation copies the list.
  EXPECT_TRUE(Patch("{a: []}", std::vector<JsonPatchOperation>(5'000, {"add", "/a/-", "", v}))
                  .starts_with("error: "));
}

TEST_F(MutationTest, MergesByKeys) {
  const auto merge = [this](const std::string& object, const std::string& patch) {
    return Merge("v1", "Pod", object, patch);
  };
  EXPECT_EQ(merge("{spec: {containers: [{name: a, image: x}, {name: b}]}}",
                  "{spec: {hostname: h, containers: [{name: b, image: z}, {name: c}]}}"),
            merge("{spec: {containers: [{name: a, image: x}, {name: b, image: z}, {name: c}], hostname: h}}",
                  "{}"));
  EXPECT_EQ(merge("{metadata: {labels: {a: b}, finalizers: [x]}}",
                  "{metadata: {labels: {c: d}, finalizers: [w, x]}}"),
            merge("{metadata: {labels: {a: b, c: d}, finalizers: [w, x]}}", "{}"));
  EXPECT_EQ(merge("{spec: {containers: [{name: a, ports: [{containerPort: 80, protocol: TCP}]}]}}",
                  "{spec: {containers: [{name: a, ports: [{containerPort: 80, name: web}]}]}}"),
            merge("{spec: {containers: [{name: a, ports: [{containerPort: 80, protocol: TCP, name: web}]}]}}",
                  "{}"));
}

TEST_F(MutationTest, RejectsPatches) {
  for (const char* patch :
       {"{spec: {colour: red}}", "{spec: {hostname: 1}}", "{spec: {nodeSelector: {a: b}}}",
        "{spec: {tolerations: [{key: a}]}}", "{spec: {containers: [a]}}",
        "{spec: {containers: [{name: a}, {name: a}]}}", "{spec: {containers: {}}}", "{spec: x}",
        "{metadata: {ownerReferences: [{uid: u}]}}"}) {
    EXPECT_TRUE(Merge("v1", "Pod", "{spec: {}}", patch).starts_with("error: ")) << patch;
  }
  EXPECT_TRUE(Merge("v1", "Service", "{}", "{spec: {selector: {a: b}}}").starts_with("error: "));
  EXPECT_TRUE(Merge("apps/v1", "Deployment", "{}", "{spec: {selector: {matchLabels: {a: b}}}}")
                  .starts_with("error: "));
}

}  // namespace
}  // namespace kval::kubernetes
