#include "src/yaml/compose_encrypted.h"

#include <algorithm>
#include <vector>

#include "src/value/builder.h"

namespace kval::yaml {
namespace {

constexpr diag::Def<> kEncrypted{
    diag::Kind::kNotChecked, "encrypted values are not checked: SOPS decrypts the file before it is used"};

// The entry with the data for decryption; null if there is none.
const value::Entry* EncryptionData(const value::Value& root) {
  if (root.kind != value::Kind::kMapping) {
    return nullptr;
  }
  const auto entries = root.entries();
  const auto sops = std::find_if(entries.begin(), entries.end(), [](const value::Entry& entry) {
    return entry.key->raw == "sops" && entry.value->kind == value::Kind::kMapping &&
           value::Find(*entry.value, "mac") != nullptr;
  });
  return sops == entries.end() ? nullptr : &*sops;
}

}  // namespace

const value::Value* MarkEncrypted(const value::Value& root, std::span<value::Value* const> encrypted,
                                  Arena& arena) {
  const value::Entry* sops = EncryptionData(root);
  if (sops == nullptr) {
    return nullptr;
  }
  for (value::Value* scalar : encrypted) {
    scalar->gap = value::Recovery::kError;
  }
  const auto entries = root.entries();
  std::vector<value::Entry> others(entries.data(), sops);
  others.insert(others.end(), sops + 1, entries.data() + entries.size());
  value::Value* decrypted = arena.New<value::Value>(root);
  value::SetEntries(decrypted, others, &arena);
  return decrypted;
}

void ReportEncrypted(const value::Value& root, diag::Emitter& emit) {
  emit.Report(EncryptionData(root)->key->span, kEncrypted)
      .As(diag::Severity::kNote)
      .Subject("encrypted values")
      .Emit();
}

}  // namespace kval::yaml
