#pragma once

#include <memory>
#include <typeinfo>
#include <vector>

#include "src/support/arena.h"
#include "src/support/thread_cache.h"

namespace kval::types {

// The state for validating one document by one model: interpreters, budgets, cached results. A model shared
// by threads stores none of it; each document has one Evaluators object, in which each schema language stores
// a separate class.
class Evaluators {
 public:
  // Computed values live in the arena. `kept` is the thread's cache across documents; null: none.
  explicit Evaluators(Arena* arena, ThreadCache* kept = nullptr) : arena_(*arena), thread_cache_(kept) {}
  Evaluators(const Evaluators&) = delete;
  Evaluators& operator=(const Evaluators&) = delete;

  Arena& arena() { return arena_; }
  ThreadCache* kept() const { return thread_cache_; }

  // Stores a pointer to an object of the document, found by its type. The object must outlive this one.
  template <typename T>
  void SetShared(T* part) {
    parts_.push_back({&typeid(T), nullptr, part, nullptr});
  }
  // Returns the stored object of this type, or null.
  template <typename T>
  T* GetShared() const {
    return static_cast<T*>(Find(typeid(T), nullptr));
  }

  // Returns the T stored for `owner`; creates it with `make` on first use.
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
  struct EvaluatorEntry {
    const std::type_info* type;
    const void* owner;
    void* part;
    std::shared_ptr<void> owned;
  };

  void* Find(const std::type_info& type, const void* owner) const {
    for (const EvaluatorEntry& part : parts_) {
      if (part.owner == owner && *part.type == type) {
        return part.part;
      }
    }
    return nullptr;
  }

  Arena& arena_;
  ThreadCache* thread_cache_;
  std::vector<EvaluatorEntry> parts_;  // few
};

}  // namespace kval::types
