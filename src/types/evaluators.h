#pragma once

#include <memory>
#include <typeinfo>
#include <utility>
#include <vector>

#include "src/support/arena.h"
#include "src/support/kept.h"

namespace kval::types {

// Evaluates rules and defaults of one model for one document: interpreters, budgets, cached results. A model
// shared by threads stores none of it; each document has its own instance, in which each schema language
// keeps a class of its own.
class Evaluators {
 public:
  // Computed values live in the arena. `kept` is the thread's cache across documents; null: none.
  explicit Evaluators(Arena* arena, Kept* kept = nullptr) : arena_(*arena), kept_(kept) {}
  Evaluators(const Evaluators&) = delete;
  Evaluators& operator=(const Evaluators&) = delete;

  Arena& arena() { return arena_; }
  Kept* kept() const { return kept_; }

  // Something of the document's that a language may use. It must live as long.
  template <typename T>
  void Lend(T* part) {
    parts_.push_back({&typeid(T), nullptr, part, nullptr});
  }
  // Null when there is none.
  template <typename T>
  T* Lent() const {
    return static_cast<T*>(Find(typeid(T), nullptr));
  }

  // The T that belongs to `owner`, made when it is first asked for. T is made from what `make` gives.
  template <typename T, typename Make>
  T& Of(const void* owner, const Make& make) {
    if (void* known = Find(typeid(T), owner)) {
      return *static_cast<T*>(known);
    }
    std::shared_ptr<T> made = make();
    parts_.push_back({&typeid(T), owner, made.get(), made});
    return *made;
  }

 private:
  struct Part {
    const std::type_info* type;
    const void* owner;
    void* part;
    std::shared_ptr<void> owned;
  };

  void* Find(const std::type_info& type, const void* owner) const {
    for (const Part& part : parts_) {
      if (part.owner == owner && *part.type == type) {
        return part.part;
      }
    }
    return nullptr;
  }

  Arena& arena_;
  Kept* kept_;
  std::vector<Part> parts_;  // few
};

}  // namespace kval::types
