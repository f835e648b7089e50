#include "src/modules/builders.h"
#include "src/modules/host_struct.h"
#include "src/modules/ip_address.h"
#include "src/modules/native.h"

// Source: ytt pkg/yttlibrary/ip.go.
namespace kval::modules {
namespace {

Value NewAddress(Heap& heap, const IpAddress& address) {
  std::vector<starlark::Struct::Field> fields;
  fields.push_back(NewMethod(heap, "is_ipv4", "ip.addr.is_ipv4",
                             [address](Heap&) { return Value::Bool(address.is_ipv4()); }));
  fields.push_back(NewMethod(heap, "is_ipv6", "ip.addr.is_ipv6",
                             [address](Heap&) { return Value::Bool(!address.is_ipv4()); }));
  fields.push_back(NewMethod(heap, "string", "ip.addr.string",
                             [address](Heap& inner) { return inner.NewString(address.Text()); }));
  return heap.New<HostStruct>("@ytt:ip.addr", std::string(kUseString), std::move(fields));
}

Value NewNetwork(Heap& heap, const IpNetwork& network) {
  std::vector<starlark::Struct::Field> fields;
  fields.push_back(NewMethod(heap, "addr", "ip.net.addr",
                             [network](Heap& inner) { return NewAddress(inner, network.first); }));
  fields.push_back(NewMethod(heap, "string", "ip.net.string",
                             [network](Heap& inner) { return inner.NewString(network.Text()); }));
  return heap.New<HostStruct>("@ytt:ip.net", std::string(kUseString), std::move(fields));
}

Outcome<Value> RunParseAddress(const Call& call, std::string_view text) {
  const std::optional<IpAddress> address = IpAddress::Parse(text);
  if (!address) {
    return EvalFailure(starlark::MakeMessage("invalid IP address: ", text));
  }
  return NewAddress(call.interpreter.heap(), *address);
}

Outcome<Value> RunParseCidr(const Call& call, std::string_view text) {
  const std::optional<IpNetwork> network = IpNetwork::Parse(text);
  if (!network) {
    return EvalFailure(starlark::MakeMessage("invalid CIDR address: ", text));
  }
  Heap& heap = call.interpreter.heap();
  return heap.NewTuple({NewAddress(heap, network->host), NewNetwork(heap, *network)});
}

}  // namespace

starlark::Module* MakeIp(const ModuleBuild& build) {
  auto* module = build.heap.New<starlark::Module>("ip");
  DefineText(build.heap, *module, "parse_addr", RunParseAddress);
  DefineText(build.heap, *module, "parse_cidr", RunParseCidr);
  return module;
}

}  // namespace kval::modules
