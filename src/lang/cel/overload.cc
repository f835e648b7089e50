#include "src/lang/cel/overload.h"

#include <map>
#include <vector>

#include "src/lang/cel/library/library.h"
#include "src/lang/cel/network.h"
#include "src/lang/cel/semantic_version.h"
#include "src/lang/cel/url.h"
#include "src/lang/lex/cursor.h"
#include "src/support/check.h"
#include "src/support/utf8.h"

namespace kval::cel {
namespace {

struct NamedType {
  std::string_view name;
  const Type* type;
};

constexpr Type kPathCheck{TypeKind::kObject, false, 0, "kubernetes.authorization.PathCheck"};
constexpr Type kGroupCheck{TypeKind::kObject, false, 0, "kubernetes.authorization.GroupCheck"};
constexpr Type kDecision{TypeKind::kObject, false, 0, "kubernetes.authorization.Decision"};

constexpr NamedType kTypes[] = {
    {"bool", &kBoolType},
    {"int", &kIntType},
    {"uint", &kUintType},
    {"double", &kDoubleType},
    {"string", &kStringType},
    {"bytes", &kBytesType},
    {"timestamp", &kTimestampType},
    {"duration", &kDurationType},
    {"null", &kNullType},
    {"dyn", &kDynType},
    {"quantity", &kQuantityType},
    {"ip", &kIpType},
    {"cidr", &kCidrType},
    {"url", &kUrlType},
    {"semver", &kSemverType},
    {"format", &kFormatType},
    {"authorizer", &kAuthorizerType},
    {"path_check", &kPathCheck},
    {"group_check", &kGroupCheck},
    {"resource_check", &kResourceCheckType},
    {"decision", &kDecision},
    {"image", &kImageType},
    {"cluster", &kClusterType},
    {"context", &kContextType},
};

// Parses the signatures in the tables. They are constants: an error is a bug.
class SignatureReader {
 public:
  SignatureReader(std::string_view text, TypeArena& types) : at_(text, 0), types_(types) {}

  bool AtEnd() {
    Skip();
    return at_.AtEnd();
  }

  Overload Read(const LibraryEntry& entry) {
    parameters_.clear();
    std::vector<const Type*> params;
    Skip();
    while (!at_.Take("->")) {
      params.push_back(ReadType());
      Skip();
      at_.Take(',');
      Skip();
    }
    const Type* result = ReadType();
    Skip();
    at_.Take('|');
    return {entry.function,
            entry.is_member,
            types_.arena().Copy(std::span<const Type* const>(params)),
            result,
            static_cast<uint32_t>(parameters_.size()),
            entry.run,
            entry.cost};
  }

 private:
  void Skip() { at_.SkipSpaces(); }

  const Type* ReadType() {
    Skip();
    const std::string_view name = at_.TakeWhile([](char c) { return lex::IsNamePart(c); });
    KVAL_CHECK(!name.empty());
    if (at_.Take('(')) {
      return ReadParameterized(name);
    }
    if (name.size() == 1) {
      const auto known = parameters_.find(name[0]);
      if (known != parameters_.end()) {
        return known->second;
      }
      const Type* parameter = types_.Parameter(static_cast<uint32_t>(parameters_.size()), name);
      parameters_.emplace(name[0], parameter);
      return parameter;
    }
    for (const NamedType& known : kTypes) {
      if (known.name == name) {
        return known.type;
      }
    }
    KVAL_CHECK(false);
    return nullptr;
  }

  const Type* ReadParameterized(std::string_view name) {
    const Type* first = ReadType();
    const Type* type = nullptr;
    Skip();
    if (name == "map") {
      at_.Take(',');
      type = types_.Map(first, ReadType());
    } else if (name == "list") {
      type = types_.List(first);
    } else if (name == "optional") {
      type = types_.Optional(first);
    } else {
      type = types_.TypeOf(first);
    }
    Skip();
    KVAL_CHECK(at_.Take(')'));
    return type;
  }

  lex::Cursor at_;
  TypeArena& types_;
  std::map<char, const Type*> parameters_;
};

class FunctionTable {
 public:
  FunctionTable() {
    for (const Library library : AllLibraries()) {
      for (const LibraryEntry& entry : library()) {
        for (SignatureReader reader(entry.signatures, types_); !reader.AtEnd();) {
          functions_[entry.function].push_back(types_.arena().New<Overload>(reader.Read(entry)));
        }
      }
    }
  }

  std::span<const Overload* const> Find(std::string_view name) const {
    const auto found = functions_.find(name);
    return found == functions_.end() ? std::span<const Overload* const>() : found->second;
  }

 private:
  TypeArena types_;
  std::map<std::string_view, std::vector<const Overload*>> functions_;
};

bool IsKindOf(const Type& declared, const Value& value) {
  const Type& actual = *TypeOfValue(value);
  return actual.kind == declared.kind && (declared.kind != TypeKind::kObject || actual.name == declared.name);
}

}  // namespace

std::span<const Overload* const> FindFunction(std::string_view name) {
  static const FunctionTable table;
  return table.Find(name);
}

bool Accepts(const Type& declared, const Value& value) {
  switch (declared.kind) {
    case TypeKind::kDyn:
    case TypeKind::kParameter:
      return true;
    case TypeKind::kList:
      return value.is(ValueKind::kList) &&
             (value.list().size() == 0 || Accepts(*declared.item(), value.list().At(0)));
    case TypeKind::kMap:
      return value.is(ValueKind::kMap) &&
             (value.map().size() == 0 || (Accepts(*declared.key(), value.map().KeyAt(0)) &&
                                          Accepts(*declared.value(), value.map().ValueAt(0))));
    default:
      return IsKindOf(declared, value);
  }
}

size_t TextSize(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kString:
    case ValueKind::kBytes:
      return value.text().size();
    case ValueKind::kUrl:
      return value.url().text.size();
    case ValueKind::kSemver:
      return value.semver().prerelease.size();
    default:
      return 0;
  }
}

uint64_t SizeForCost(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kString:
      return utf8::Count(value.text());
    case ValueKind::kBytes:
      return value.text().size();
    case ValueKind::kList:
      return value.list().size();
    case ValueKind::kMap:
      return value.map().size();
    case ValueKind::kIp:
      return value.ip().bits() / 8;
    case ValueKind::kCidr:
      return (value.cidr().length + 7) / 8;
    case ValueKind::kOptional:
      return value.held() == nullptr || value.held()->is(ValueKind::kOptional) ? 1
                                                                               : SizeForCost(*value.held());
    default:
      return 1;
  }
}

}  // namespace kval::cel
