// Runs KCL programs: a comprehension that calls a lambda, Kubernetes-like instances created in a
// comprehension, and the same instances as separate statements.
#include <benchmark/benchmark.h>

#include <string>

#include "src/diag/collector.h"
#include "src/lang/kcl/run/run.h"
#include "src/source/source_map.h"

namespace kval::kcl {
namespace {

constexpr std::string_view kSchemas = R"(schema Port:
    name: str
    containerPort: int
    protocol?: str = "TCP"

    check:
        0 < containerPort <= 65535

schema Container:
    name: str
    image: str
    ports: [Port] = []
    env?: {str:str}

schema Deployment:
    apiVersion: str = "apps/v1"
    kind: str = "Deployment"
    name: str
    replicas: int = 1
    labels: {str:str} = {app = name}
    containers: [Container]

    check:
        replicas > 0
        len(containers) > 0, "a deployment has containers"

)";

std::string Comprehension(int count) {
  return "_f = lambda x: int -> int { x * 2 + 1 }\na = [_f(i) for i in range(" + std::to_string(count) +
         ")]\n";
}

std::string InstanceText(const std::string& number) {
  return R"(Deployment {
    name = "app-)" +
         number + R"("
    replicas = 3
    containers = [Container {
        name = "main"
        image = "nginx:)" +
         number + R"("
        ports = [Port {name = "http", containerPort = 8080}]
        env = {A = "1", B = "2"}
    }]
})";
}

std::string Instances(int count) {
  return std::string(kSchemas) + "items = [" + InstanceText("${i}") + " for i in range(" +
         std::to_string(count) + ")]\n";
}

std::string WrittenInstances(int count) {
  std::string text(kSchemas);
  for (int i = 0; i < count; ++i) {
    text += "d" + std::to_string(i) + " = " + InstanceText(std::to_string(i)) + "\n";
  }
  return text;
}

void RunProgram(benchmark::State& state, std::string (*text)(int)) {
  const int count = static_cast<int>(state.range(0));
  source::MemoryFileReader reader;
  reader.Add("main.k", text(count));
  run::RunRequest request;
  request.inputs = {"main.k"};
  for (auto _ : state) {
    source::SourceMap sources;
    diag::Collector collector;
    diag::Emitter emitter(&collector);
    const run::RunOutcome outcome = run::Run(request, sources, reader, emitter);
    if (!outcome.ok) {
      state.SkipWithError("the program fails");
    }
    benchmark::DoNotOptimize(outcome.text.size());
  }
  state.SetItemsProcessed(state.iterations() * count);
}

BENCHMARK_CAPTURE(RunProgram, comprehension, Comprehension)->Arg(1000)->Arg(10000)->Arg(100000);
BENCHMARK_CAPTURE(RunProgram, instances, Instances)->Arg(100)->Arg(1000)->Arg(10000);
BENCHMARK_CAPTURE(RunProgram, written_instances, WrittenInstances)->Arg(100)->Arg(1000)->Arg(10000);

}  // namespace
}  // namespace kval::kcl
