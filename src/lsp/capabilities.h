#pragma once

#include <string>
#include <string_view>

namespace kval::lsp {

// Which optional features the client supports or requests.
struct CapabilityChoices {
  std::string_view encoding;  // of positions
  bool prepares_rename = false;
  bool wants_lenses = false;  // others show elsewhere what validates a document
  bool wants_pulls = false;   // the server publishes diagnostics of open documents to the others
};

// The `ServerCapabilities`, as JSON.
std::string ServerCapabilities(const CapabilityChoices& choices);

}  // namespace kval::lsp
