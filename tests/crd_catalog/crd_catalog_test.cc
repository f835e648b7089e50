#include "schemas/crd_catalog/crd_catalog.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/crd/crd.h"
#include "src/diag/collector.h"
#include "src/kubernetes/json_value.h"
#include "src/support/interner.h"

namespace kval::schemas::crd_catalog {
namespace {

TEST(CrdCatalogTest, FindsKindsByApiVersion) {
  const CatalogIndex index;
  const std::optional<CatalogEntry> certificate = index.Find("cert-manager.io/v1", "Certificate");
  ASSERT_TRUE(certificate.has_value());
  EXPECT_EQ(certificate->release.substr(0, 13), "cert-manager ");
  EXPECT_NE(SchemaText(*certificate).find("\"secretName\""), std::string::npos);
  EXPECT_FALSE(index.Find("cert-manager.io/v1", "Certificat").has_value());
  EXPECT_FALSE(index.Find("cert-manager.io/v9", "Certificate").has_value());
  EXPECT_FALSE(index.Find("", "").has_value());
}

TEST(CrdCatalogTest, ListsTheKindsOfAGroup) {
  const CatalogIndex index;
  const std::vector<CatalogEntry> kinds = index.OfGroup("cert-manager.io");
  EXPECT_EQ(kinds.size(), 4U);  // not those of acme.cert-manager.io
  EXPECT_TRUE(index.OfGroup("example.com").empty());
}

// The operators that the documentation names.
TEST(CrdCatalogTest, HasTheKindsOfEachOperator) {
  const CatalogIndex index;
  for (const auto& [api_version, kind] : {std::pair("argoproj.io/v1alpha1", "Application"),
                                          {"argoproj.io/v1alpha1", "Rollout"},
                                          {"argoproj.io/v1alpha1", "Workflow"},
                                          {"bitnami.com/v1alpha1", "SealedSecret"},
                                          {"cilium.io/v2", "CiliumNetworkPolicy"},
                                          {"external-secrets.io/v1", "ExternalSecret"},
                                          {"gateway.networking.k8s.io/v1", "HTTPRoute"},
                                          {"grafana.integreatly.org/v1beta1", "GrafanaDashboard"},
                                          {"helm.toolkit.fluxcd.io/v2", "HelmRelease"},
                                          {"kafka.strimzi.io/v1", "Kafka"},
                                          {"karpenter.sh/v1", "NodePool"},
                                          {"keda.sh/v1alpha1", "ScaledObject"},
                                          {"kyverno.io/v1", "ClusterPolicy"},
                                          {"monitoring.coreos.com/v1", "ServiceMonitor"},
                                          {"networking.istio.io/v1", "VirtualService"},
                                          {"postgresql.cnpg.io/v1", "Cluster"},
                                          {"serving.knative.dev/v1", "Service"},
                                          {"traefik.io/v1alpha1", "IngressRoute"}}) {
    EXPECT_TRUE(index.Find(api_version, kind).has_value()) << api_version << " " << kind;
  }
}

TEST(CrdCatalogTest, EverySchemaCompiles) {
  const CatalogIndex index;
  std::set<std::string> names;
  for (const CatalogEntry& entry : index.All()) {
    const std::string name = std::string(entry.api_version) + " " + std::string(entry.kind);
    EXPECT_TRUE(names.insert(name).second) << name;
    Arena arena;
    Interner interner;
    types::Model model(&interner);
    diag::Collector found;
    diag::Emitter emit(&found);
    crd::CrdRequest request;
    request.schema = kubernetes::ReadJsonValue(SchemaText(entry), arena);
    Compile(request, arena, model, emit);
    EXPECT_TRUE(found.diagnostics().empty()) << name << ": " << found.diagnostics().front().message;
  }
  EXPECT_GT(names.size(), 300U);
}

// The embedded data, which the size of the program includes.
TEST(CrdCatalogTest, IsSmall) {
  EXPECT_LT(EmbeddedSize(), 400'000U);
}

}  // namespace
}  // namespace kval::schemas::crd_catalog
