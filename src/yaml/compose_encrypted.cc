#include "src/yaml/compose_encrypted.h"

#include <algorithm>
#include <vector>

#include "src/value/builder.h"

namespace kval::yaml {
namespace {

constexpr diag::Def<> kEncrypted{
    diag::Kind::kNotChecked, "encrypted values are not checked: SOPS decrypts the file before it is used"};

}  // namespace

const value::Value* WithoutEncryptionData(const value::Value& root, source::Span first, Arena& arena,
                                          diag::Emitter* emit) {
  const auto entries = root.entries();
  const auto sops = std::find_if(entries.begin(), entries.end(), [](const value::Entry& entry) {
    return entry.key->raw == "sops" && value::Find(*entry.value, "mac") != nullptr;
  });
  const bool has_data = sops != entries.end();
  if (emit != nullptr) {
    emit->Report(has_data ? sops->key->span : first, kEncrypted).As(diag::Severity::kNote).Emit();
  }
  if (!has_data) {
    return &root;
  }
  std::vector<value::Entry> others(entries.begin(), sops);
  others.insert(others.end(), sops + 1, entries.end());
  value::Value* decrypted = arena.New<value::Value>(root);
  value::SetEntries(decrypted, others, &arena);
  return decrypted;
}

}  // namespace kval::yaml
