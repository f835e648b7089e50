#include <mbedtls/md.h>

#include <array>
#include <string>

#include "src/json/document.h"
#include "src/lang/cel/containers.h"
#include "src/lang/cel/image_reference.h"
#include "src/lang/cel/library/library.h"
#include "src/lang/cel/time.h"
#include "src/lang/cel/unavailable.h"
#include "src/support/native_stack.h"
#include "src/support/parse_double.h"

// github.com/kyverno/sdk, extensions/cel/libs. Only an environment with Extension::kKyverno knows them.
namespace kval::cel {
namespace {

__extension__ using Wide = __int128;

Value MapOf(Context& context, std::initializer_list<std::pair<std::string_view, std::string_view>> entries,
            const Type* type) {
  MapBuilder builder(entries.size());
  for (const auto& [key, text] : entries) {
    const Value value = context.NewString(text);
    if (value.is_error()) {
      return value;
    }
    builder.Set(Value::String(key), value);
  }
  if (!context.heap().Reserve(MapBuilder::BytesFor(entries.size()))) {
    return context.Stop();
  }
  const Map* map = builder.Publish(context.heap());
  return Value::OfMap(type == nullptr ? map : context.heap().New<TypedMap>(type, map));
}

Value ParseImage(Call& call) {
  const auto image = ImageReference::Parse(call.args[0].text());
  if (!image) {
    return call.context.Fail("could not parse reference: " + std::string(call.args[0].text()));
  }
  return MapOf(call.context,
               {{"registry", image->registry},
                {"repository", image->repository},
                {"tag", image->tag},
                {"digest", image->digest}},
               &kImageType);
}

Value IsImage(Call& call) {
  return Value::Bool(ImageReference::Parse(call.args[0].text()).has_value());
}

Value PartOfImage(Call& call) {
  Value part;
  call.args[0].map().Find(Value::String(call.overload.function), &part);
  return part;
}

Value DigestOf(Call& call) {
  Value digest;
  call.args[0].map().Find(Value::String("digest"), &digest);
  return digest;
}

Value ContainsDigest(Call& call) {
  return Value::Bool(!DigestOf(call).text().empty());
}

Value Identifier(Call& call) {
  Value tag;
  call.args[0].map().Find(Value::String("tag"), &tag);
  const Value digest = DigestOf(call);
  return digest.text().empty() ? tag : digest;
}

// The host answers: the request is a key of the map of the cluster's objects, with a line for the
// operation and for each argument. Labels are lines `KEY=VALUE`. No answer is null. The size of the map is
// the work of an answer.
Value Ask(Call& call, std::string request) {
  for (const Value& argument : call.args.subspan(1)) {
    if (!argument.is(ValueKind::kMap)) {
      request.append("\n").append(argument.text());
      continue;
    }
    for (size_t i = 0; i < argument.map().size(); ++i) {
      const Value key = argument.map().KeyAt(i);
      const Value label = argument.map().ValueAt(i);
      if (!key.is(ValueKind::kString) || !label.is(ValueKind::kString)) {
        return label.is_error() ? label : call.context.NoSuchOverload();
      }
      request.append("\n").append(key.text()).append("=").append(label.text());
    }
  }
  if (!call.context.Work(request.size() + call.args[0].map().size())) {
    return call.context.Stop();
  }
  Value answer;
  return call.args[0].map().Find(Value::String(request), &answer) ? answer : Value::Null();
}

Value GetObject(Call& call) {
  return Ask(call, "get");
}

Value ListObjects(Call& call) {
  return Ask(call, "list");
}

// The values of these contexts are never known: the functions are not called.
Value Unavailable(Call& call) {
  return call.context.NoSuchOverload();
}

template <mbedtls_md_type_t Algorithm>
Value HashText(Call& call) {
  const std::string_view text = call.args[0].text();
  if (!call.context.WorkOnBytes(text.size() * 64)) {
    return call.context.Stop();
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<unsigned char, MBEDTLS_MD_MAX_SIZE> hash;
  const mbedtls_md_info_t* algorithm = mbedtls_md_info_from_type(Algorithm);
  mbedtls_md(algorithm, reinterpret_cast<const unsigned char*>(text.data()), text.size(), hash.data());
  std::string digits;
  for (size_t i = 0; i < mbedtls_md_get_size(algorithm); ++i) {
    digits.push_back(kDigits[hash[i] >> 4U]);
    digits.push_back(kDigits[hash[i] & 15U]);
  }
  return call.context.NewString(digits);
}

template <const std::string_view& Reason>
Value Unknown(Call&) {
  static constexpr Error kError{Reason, 0, false, true};
  return Value::OfError(&kError);
}

Value ToCron(Call& call) {
  const CalendarTime time = OnCalendar(call.args[0].time().seconds);
  std::string text;
  for (const int32_t part : {time.minute, time.hour, time.day, time.month, time.day_of_week}) {
    text += (text.empty() ? "" : " ") + std::to_string(part);
  }
  return call.context.NewString(text);
}

// Go's Time.Truncate: down to a multiple of the duration since the year 1.
Value TruncateTime(Call& call) {
  const int64_t unit = call.args[1].nanoseconds();
  Timestamp time = call.args[0].time();
  if (unit <= 0) {
    return Value::Time(time);
  }
  constexpr int64_t kSecond = 1'000'000'000;
  constexpr int64_t kYearOne = -62'135'596'800;
  const Wide total = static_cast<Wide>(time.seconds - kYearOne) * kSecond + time.nanoseconds;
  const Wide truncated = total - total % unit;
  time.seconds = static_cast<int64_t>(truncated / kSecond) + kYearOne;
  time.nanoseconds = static_cast<uint32_t>(truncated % kSecond);
  return Value::Time(time);
}

// The values of a key in the second list by those of a key in the first one.
Value ListsToMap(Call& call) {
  const List& keys = call.args[0].list();
  const List& values = call.args[1].list();
  if (keys.size() != values.size()) {
    return call.context.Fail("listObjToMap must take lists of equal length. list1: " +
                             std::to_string(keys.size()) + ", list2: " + std::to_string(values.size()));
  }
  if (!call.context.Work(keys.size()) || !call.context.heap().Reserve(MapBuilder::BytesFor(keys.size()))) {
    return call.context.Stop();
  }
  MapBuilder builder(keys.size());
  for (size_t i = 0; i < keys.size(); ++i) {
    const Value of_key = keys.At(i);
    const Value of_value = values.At(i);
    Value key;
    if (of_key.is_error() || of_value.is_error()) {
      return of_key.is_error() ? of_key : of_value;
    }
    if (!of_key.is(ValueKind::kMap) || !of_value.is(ValueKind::kMap) ||
        !of_key.map().Find(call.args[2], &key) || !key.is(ValueKind::kString)) {
      return key.is_error() ? key
                            : call.context.Fail(
                                  "the passed key name cannot be handled as a string in the "
                                  "key object list");
    }
    Value value;  // null without the key
    of_value.map().Find(call.args[3], &value);
    if (value.is_error()) {
      return value;
    }
    builder.Set(key, value);
  }
  return Value::OfMap(builder.Publish(call.context.heap()));
}

Value ParseServiceAccount(Call& call) {
  constexpr std::string_view kPrefix = "system:serviceaccount:";
  std::string_view user = call.args[0].text();
  user.remove_prefix(user.starts_with(kPrefix) ? kPrefix.size() : user.size());
  const size_t colon = user.find(':');
  const bool is_account = colon != std::string_view::npos;
  return MapOf(call.context,
               {{"Namespace", is_account ? user.substr(0, colon) : ""},
                {"Name", is_account ? user.substr(colon + 1) : ""}},
               nullptr);
}

class JsonReader {
 public:
  explicit JsonReader(Context& context) : context_(context) {}

  Value Read(const json::Value& from) {
    NeedStack();
    switch (from.kind) {
      case json::JsonKind::kNull:
        return Value::Null();
      case json::JsonKind::kBool:
        return Value::Bool(from.boolean);
      case json::JsonKind::kNumber:
        return Value::Double(ParseDouble(from.text).value);
      case json::JsonKind::kString:
        return context_.NewString(from.text);
      case json::JsonKind::kArray:
        return ReadList(from);
      case json::JsonKind::kObject:
        return ReadMap(from);
    }
    return Value::Null();
  }

 private:
  Value ReadList(const json::Value& from) {
    std::vector<Value> items;
    for (const json::Value& item : from) {
      items.push_back(Read(item));
      if (items.back().is_error()) {
        return items.back();
      }
    }
    return context_.NewList(items);
  }

  Value ReadMap(const json::Value& from) {
    MapBuilder builder(from.size);
    for (const json::Value& member : from) {
      const Value key = context_.NewString(member.key);
      const Value value = Read(member);
      if (key.is_error() || value.is_error()) {
        return key.is_error() ? key : value;
      }
      builder.Set(key, value);
    }
    return context_.heap().Reserve(MapBuilder::BytesFor(builder.size()))
               ? Value::OfMap(builder.Publish(context_.heap()))
               : context_.Stop();
  }

  Context& context_;
};

Value ReadJson(Call& call) {
  const std::string_view text = call.args[0].text();
  if (!call.context.Work(text.size())) {
    return call.context.Stop();
  }
  json::Document document;
  return document.Parse(text) ? JsonReader(call.context).Read(*document.root())
                              : call.context.Fail("the text is not JSON");
}

constexpr LibraryEntry kEntries[] = {
    {"image", false, "string -> image", ParseImage, CostOfPass},
    {"parseImageReference", false, "string -> image", ParseImage, CostOfPass},
    {"isImage", false, "string -> bool", IsImage, CostOfPass},
    {"registry", true, "image -> string", PartOfImage},
    {"repository", true, "image -> string", PartOfImage},
    {"tag", true, "image -> string", PartOfImage},
    {"digest", true, "image -> string", PartOfImage},
    {"identifier", true, "image -> string", Identifier},
    {"containsDigest", true, "image -> bool", ContainsDigest},
    {"Get", true,
     "cluster, string, string, string, string -> dyn | context, string -> dyn | context, string, string -> "
     "dyn | "
     "context, string, map(string, string) -> dyn",
     GetObject},
    {"get", true,
     "cluster, string, string, string, string -> dyn | context, string -> dyn | context, string, string -> "
     "dyn | "
     "context, string, map(string, string) -> dyn",
     GetObject},
    {"List", true,
     "cluster, string, string, string -> dyn | cluster, string, string, string, map(string, string) -> dyn",
     ListObjects},
    {"list", true,
     "cluster, string, string, string -> dyn | cluster, string, string, string, map(string, string) -> dyn",
     ListObjects},
    {"Post", true, "context, string, dyn -> dyn | context, string, dyn, map(string, string) -> dyn",
     Unavailable},
    {"post", true, "context, string, dyn -> dyn | context, string, dyn, map(string, string) -> dyn",
     Unavailable},
    {"Client", true, "context, string -> context", Unavailable},
    {"client", true, "context, string -> context", Unavailable},
    {"GetMetadata", true, "context, string -> dyn", Unavailable},
    {"getMetadata", true, "context, string -> dyn", Unavailable},
    {"parse", true, "context, string -> dyn", Unavailable},
    {"sha256", false, "string -> string", HashText<MBEDTLS_MD_SHA256>},
    {"hash.sha256", false, "string -> string", HashText<MBEDTLS_MD_SHA256>},
    {"sha1", false, "string -> string", HashText<MBEDTLS_MD_SHA1>},
    {"hash.sha1", false, "string -> string", HashText<MBEDTLS_MD_SHA1>},
    {"md5", false, "string -> string", HashText<MBEDTLS_MD_MD5>},
    {"hash.md5", false, "string -> string", HashText<MBEDTLS_MD_MD5>},
    {"time.now", false, "-> timestamp", Unknown<kCurrentTime>},
    {"time.truncate", false, "timestamp, duration -> timestamp", TruncateTime},
    {"time.toCron", false, "timestamp -> string", ToCron},
    {"random", false, "-> string | string -> string", Unknown<kRandomText>},
    {"random.random", false, "-> string | string -> string", Unknown<kRandomText>},
    {"x509.decode", false, "string -> dyn", Unknown<kUnsupportedData>},
    {"gzip.decompress", false, "bytes -> string", Unknown<kUnsupportedData>},
    {"gzip.compress", false, "dyn -> bytes", Unknown<kUnsupportedData>},
    {"listObjToMap", false, "list(dyn), list(dyn), string, string -> map(dyn, dyn)", ListsToMap},
    {"transform.listObjToMap", false, "list(dyn), list(dyn), string, string -> map(dyn, dyn)", ListsToMap},
    {"parseServiceAccount", false, "string -> map(string, string)", ParseServiceAccount, CostOfPass},
    {"user.parseServiceAccount", false, "string -> map(string, string)", ParseServiceAccount, CostOfPass},
    {"json.unmarshal", false, "string -> dyn", ReadJson, CostOfPass},
};

}  // namespace

std::span<const LibraryEntry> KyvernoFunctions() {
  return kEntries;
}

}  // namespace kval::cel
