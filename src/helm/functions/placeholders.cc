#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "src/helm/functions/conversion.h"
#include "src/helm/functions/functions_of.h"
#include "src/helm/functions/placeholder_keys.h"
#include "src/modules/ip_address.h"
#include "src/support/base64.h"

// Functions that are random or create keys in Sprig (crypto.go, strings.go): here their results are
// placeholders of the same form, the same in each run. Mistakes in arguments are reported as Sprig does.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Kind;
using gotemplate::Type;
using gotemplate::Value;

namespace {

Value Repeated(Call& call, int64_t count, std::string_view pattern) {
  if (count <= 0) {
    return Value::Text("");
  }
  if (!call.Step(1 + static_cast<uint64_t>(count) / 16) || !call.Reserve(static_cast<uint64_t>(count))) {
    return {};
  }
  std::string out;
  while (out.size() < static_cast<size_t>(count)) {
    out += pattern.substr(0, std::min(pattern.size(), static_cast<size_t>(count) - out.size()));
  }
  return call.Text(out);
}

std::string Bcrypt(std::string_view password) {
  constexpr size_t kMaxSize = 72;
  if (password.size() > kMaxSize) {
    return "failed to encrypt string with bcrypt: bcrypt: password length exceeds 72 bytes";
  }
  return "$2a$10$placeholderplaceholdeuplaceholderplaceholderplacehold";
}

class Certificate final : public gotemplate::Object {
 public:
  Certificate(Value certificate, Value key) : fields_{{{"Cert", certificate}, {"Key", key}}} {}
  std::span<const Field> fields() const override { return fields_; }
  bool Equals(const Object& other) const override {
    const auto& certificate = static_cast<const Certificate&>(other);
    return fields_[0].value.text() == certificate.fields_[0].value.text() &&
           fields_[1].value.text() == certificate.fields_[1].value.text();
  }

 private:
  std::array<Field, 2> fields_;
};

Value NewCertificate(Call& call, Value certificate, Value key) {
  const auto* made = call.heap().NewObject<Certificate>(certificate, key);
  return Value::Of(kCertificateType, made);
}

Value NewCertificate(Call& call) {
  return NewCertificate(call, Value::Text(kPlaceholderCertificate), Value::Text(kPlaceholderRsaKey));
}

// Why the addresses and names of a certificate are rejected; empty if they are not.
std::string NamesError(Call& call, const Value& addresses, const Value& names) {
  for (const Value& address : Items(addresses)) {
    if (address.type() != &gotemplate::kStringType) {
      return "error parsing ip: " + PrintedText(call, address) + " is not a string";
    }
    if (!modules::IpAddress::Parse(address.text())) {
      return "error parsing ip: " + std::string(address.text());
    }
  }
  for (const Value& name : Items(names)) {
    if (name.type() != &gotemplate::kStringType) {
      return "error processing alternate dns name: " + PrintedText(call, name) + " is not a string";
    }
  }
  return {};
}

bool IsPem(std::string_view text) {
  return text.find("-----BEGIN ") != std::string_view::npos;
}

// What a password's template has at each place: the first character of a class.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kPasswords = {{
    {"maximum", "A0@AAAAAAAAAAAAAAAAA"},
    {"long", "BabaB0@BabaBaba"},
    {"medium", "Bab0@Bab"},
    {"short", "Bab0"},
    {"basic", "AAA0AAA0"},
    {"pin", "0000"},
}};

}  // namespace

const Type kCertificateType = {.kind = Kind::kObject, .name = "sprig.certificate"};

Value RandAlphaNum(Call& call) {
  return Repeated(call, call[0].integer(), "placeholder0");
}

Value RandAlpha(Call& call) {
  return Repeated(call, call[0].integer(), "placeholder");
}

Value RandAscii(Call& call) {
  return Repeated(call, call[0].integer(), "placeholder-");
}

Value RandNumeric(Call& call) {
  return Repeated(call, call[0].integer(), "0123456789");
}

Value RandBytes(Call& call) {
  const int64_t count = call[0].integer();
  if (count < 0) {
    return call.Fail("runtime error: makeslice: len out of range");
  }
  if (!call.Step(1 + static_cast<uint64_t>(count) / 16) || !call.Reserve(2 * static_cast<uint64_t>(count))) {
    return {};
  }
  return call.Text(EncodeBase64(std::string(static_cast<size_t>(count), '\0')));
}

Value RandInt(Call& call) {
  return call[1].integer() <= call[0].integer() ? call.Fail("invalid argument to Intn") : call[0];
}

Value Shuffle(Call& call) {
  return call[0];
}

Value UuidV4(Call& /*call*/) {
  return Value::Text("00000000-0000-4000-8000-000000000000");
}

Value BcryptPassword(Call& call) {
  return call.Text(Bcrypt(call[0].text()));
}

Value Htpasswd(Call& call) {
  const std::string user(call[0].text());
  return call.Text(user.find(':') != std::string::npos ? "invalid username: " + user
                                                       : user + ":" + Bcrypt(call[1].text()));
}

Value DerivePassword(Call& call) {
  for (const auto& [name, password] : kPasswords) {
    if (name == call[1].text()) {
      return Value::Text(password);
    }
  }
  return call.Text("cannot find password template " + std::string(call[1].text()));
}

Value GenPrivateKey(Call& call) {
  const std::string_view type = call[0].text();
  if (type.empty() || type == "rsa") {
    return Value::Text(kPlaceholderRsaKey);
  }
  if (type == "ecdsa" || type == "dsa") {
    return Value::Text(kPlaceholderEcKey);
  }
  return type == "ed25519" ? Value::Text(kPlaceholderEd25519Key)
                           : call.Text("Unknown type " + std::string(type));
}

Value GenCa(Call& call) {
  return NewCertificate(call);
}

Value GenCaWithKey(Call& call) {
  if (!IsPem(call[2].text())) {
    return call.Fail("parsing private key: no PEM data in input");
  }
  return NewCertificate(call, Value::Text(kPlaceholderCertificate), call[2]);
}

// Of genSelfSignedCert and genSignedCert, with a key as the last argument or without.
Value GenCert(Call& call) {
  const std::string error = NamesError(call, call[1], call[2]);
  return error.empty() ? NewCertificate(call) : call.Fail(error);
}

Value GenCertWithKey(Call& call) {
  const Value& key = call[call.size() - 1];
  if (!IsPem(key.text())) {
    return call.Fail("parsing private key: no PEM data in input");
  }
  const std::string error = NamesError(call, call[1], call[2]);
  return error.empty() ? NewCertificate(call, Value::Text(kPlaceholderCertificate), key) : call.Fail(error);
}

Value BuildCustomCert(Call& call) {
  std::string certificate;
  std::string key;
  if (DecodeBase64(call[0].text(), certificate)) {
    return call.Fail("unable to decode base64 certificate");
  }
  if (DecodeBase64(call[1].text(), key)) {
    return call.Fail("unable to decode base64 private key");
  }
  if (!IsPem(certificate)) {
    return call.Fail("unable to decode certificate");
  }
  if (!IsPem(key)) {
    return call.Fail("error parsing private key: no PEM data in input");
  }
  return NewCertificate(call, call.Text(certificate), call.Text(key));
}

}  // namespace kval::helm::functions
