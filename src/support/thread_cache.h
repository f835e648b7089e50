#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <vector>

namespace kval {

// A cache of one thread across documents, for results that are expensive and independent of documents, such
// as compiled regular expressions. The code that inserts an entry bounds its size. Budgets charge a cached
// entry as if it were created, so that the cost of a document does not depend on earlier ones.
class ThreadCache {
 public:
  ThreadCache() = default;
  ThreadCache(const ThreadCache&) = delete;
  ThreadCache& operator=(const ThreadCache&) = delete;

  // Returns the thread's T, created on first use.
  template <typename T>
  T& Of() {
    for (const auto& [type, part] : parts_) {
      if (*type == typeid(T)) {
        return *static_cast<T*>(part.get());
      }
    }
    auto made = std::make_shared<T>();
    parts_.emplace_back(&typeid(T), made);
    return *made;
  }

 private:
  std::vector<std::pair<const std::type_info*, std::shared_ptr<void>>> parts_;  // few
};

// A cache of the most recent results by key; calls `make` for other keys.
template <typename T, size_t kMax>
class RecentCache {
 public:
  template <typename Make>
  const T& Of(std::string_view text, const Make& make) {
    for (size_t i = 0; i < made_.size(); ++i) {
      if (made_[i].first == text) {
        return made_[i].second;
      }
    }
    if (made_.size() < kMax) {
      return made_.emplace_back(std::string(text), make()).second;
    }
    auto& oldest = made_[next_++ % kMax];
    oldest = {std::string(text), make()};
    return oldest.second;
  }

 private:
  std::vector<std::pair<std::string, T>> made_;
  size_t next_ = 0;
};

}  // namespace kval
