#include "src/lang/gotemplate/heap.h"

namespace kval::gotemplate {

Value Heap::NewList(const Type& type, std::span<const Value> items) {
  std::vector<Value> held(items.begin(), items.end());
  for (Value& item : held) {
    item = item.Held();
  }
  Charge(sizeof(List) + held.size() * sizeof(Value));
  const std::span<Value> copy = arena_.Copy(std::span<const Value>(held));
  return Value::Of(type, arena_.New<List>(copy.data(), copy.size(), copy.size()));
}

Value Heap::NewList(const Type& type, List list) {
  Charge(sizeof(List));
  return Value::Of(type, arena_.New<List>(list));
}

Value Heap::NewMap(const Type& type) {
  maps_.push_back(std::make_unique<Map>(this));
  Charge(sizeof(Map));
  return Value::Of(type, maps_.back().get());
}

void Heap::SetPieces(std::string_view text, TextPieces pieces) {
  if (text.empty() || pieces.empty()) {
    return;
  }
  constexpr size_t kNodeSize = 8 * sizeof(void*);
  Charge(kNodeSize + pieces.size() * sizeof(TextPiece));
  pieces_.insert_or_assign(text.data(), std::move(pieces));
}

void List::Fill() const {
  std::vector<Value> items;
  for (const char byte : lazy_->bytes()) {
    items.push_back(Value::Integral(kByteType, static_cast<unsigned char>(byte)));
  }
  items_ = heap_->NewItems(items).data();
  size_ = capacity_ = items.size();
}

void Map::Set(std::string_view key, const Value& value) {
  is_original_ = false;
  const auto found = entries_.find(key);
  if (found != entries_.end()) {
    found->second = value.Held();
    return;
  }
  constexpr size_t kNodeSize = 5 * sizeof(void*) + sizeof(Entries::value_type);
  heap_->Charge(kNodeSize);
  entries_.emplace(heap_->Copy(key), value.Held());
}

}  // namespace kval::gotemplate
