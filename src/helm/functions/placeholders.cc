#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "src/helm/functions/conversion.h"
#include "src/helm/functions/functions_of.h"
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

// Keys and a certificate for placeholders. They are public: nothing may trust them.

extern const char kPlaceholderCertificate[];  // RSA 2048, self-signed, of the name `placeholder`
extern const char kPlaceholderRsaKey[];       // of the certificate
extern const char kPlaceholderEcKey[];
extern const char kPlaceholderEd25519Key[];

const char kPlaceholderCertificate[] =
    "-----BEGIN CERTIFICATE-----\n"
    "MIIDJzCCAg+gAwIBAgIUHdtnY0c1KY+nOVBRId/4u8H1LoowDQYJKoZIhvcNAQEL\n"
    "BQAwFjEUMBIGA1UEAwwLcGxhY2Vob2xkZXIwIBcNMjYxMTI5MTMxNjA0WhgPMjEy\n"
    "NjExMDUxMzE2MDRaMBYxFDASBgNVBAMMC3BsYWNlaG9sZGVyMIIBIjANBgkqhkiG\n"
    "9w0BAQEFAAOCAQ8AMIIBCgKCAQEAyZM9/xYViqIpM7fldxlaWkNGLF7fzDrwUFIr\n"
    "YL4mf2cIgL0vdKDemRJadot5cmGqAUnXJOSCYJTK5kQY6fJ/goBXOvBRyMe7X8s4\n"
    "n9BF135xb6BFB+eMB0mrJvHW7Hso+zpFfORsvcyfa3FKzypDvlLqCjbIATYDuWKY\n"
    "RYlMTo+8WP8vUrfGnxHETmkFyittyDywbTNdoIE3l7Y0gLO6ZE7xr0I/THQkrNqo\n"
    "RZYSTPDkCQy1184hLIOw+jUrKXPx4xnKG5FBsBLL656BSlQyoQltnkZ0MsYRHKkc\n"
    "ifRxwKpjfo5cpCFxqZW1gAn7VPl93bsJ6suadg5RR1ctE/u5BQIDAQABo2swaTAd\n"
    "BgNVHQ4EFgQUzPnGTY5QRTYvXiYBuTMVLPkdEhYwHwYDVR0jBBgwFoAUzPnGTY5Q\n"
    "RTYvXiYBuTMVLPkdEhYwDwYDVR0TAQH/BAUwAwEB/zAWBgNVHREEDzANggtwbGFj\n"
    "ZWhvbGRlcjANBgkqhkiG9w0BAQsFAAOCAQEAqcGrWd5ZdYJDi5t+djVFGbcs9ZnN\n"
    "DnyFDUf1cdSO88kC5seZFM78Us0om68x8Z5buRE3+oJDkiYhWdHc+aHIhChTzDJx\n"
    "p2VqDru4yfb5pFj6u6eg/T926sMjMiVIQOTTar9R/w/N43p+pYuNlrhFgEI94s0V\n"
    "fJkcVzEmKRWZjmxyaRKQdS+qMYOt2t75LkLqB3ZFRAM4oVi3m6KZIGkIa9WvPx5J\n"
    "BO3LdsRq8dcYMkwwVmD01zK7q9Ag4Kh101WZVuxqa1Hjb8ZeDqt9yEGaw8+ISaUk\n"
    "9nBoSabNiReBZYfXTtSFXBRStBgXeewozea3XrS48rxywWDQAhRILGmG5g==\n"
    "-----END CERTIFICATE-----\n";

const char kPlaceholderRsaKey[] =
    "-----BEGIN RSA PRIVATE KEY-----\n"
    "MIIEowIBAAKCAQEAyZM9/xYViqIpM7fldxlaWkNGLF7fzDrwUFIrYL4mf2cIgL0v\n"
    "dKDemRJadot5cmGqAUnXJOSCYJTK5kQY6fJ/goBXOvBRyMe7X8s4n9BF135xb6BF\n"
    "B+eMB0mrJvHW7Hso+zpFfORsvcyfa3FKzypDvlLqCjbIATYDuWKYRYlMTo+8WP8v\n"
    "UrfGnxHETmkFyittyDywbTNdoIE3l7Y0gLO6ZE7xr0I/THQkrNqoRZYSTPDkCQy1\n"
    "184hLIOw+jUrKXPx4xnKG5FBsBLL656BSlQyoQltnkZ0MsYRHKkcifRxwKpjfo5c\n"
    "pCFxqZW1gAn7VPl93bsJ6suadg5RR1ctE/u5BQIDAQABAoIBAFUtnKWFgf3Oj2WU\n"
    "4Gim9Hiu8+C9CInnH/R4/G6Je4AbnEq2Zu68KcP6LvLn9h5g6bNYrgqfav5/8YtD\n"
    "HFoDiGEvdWzo705OJD4TBG731gN9IVcfnPv9mrzbovC2gfD1DDi5A3MGnXLInFcN\n"
    "DSUkgXLT26UMSBDG7+TvJlQ/89hAAVU1RdlmYS8EUqiLYCSKLvhpUjETsi8iSQ8q\n"
    "V0d9/hcOEwGcl/LEBBuMukS5D1xFJFd14VmKK4MreqoutTQHe/XJxXtVS7/igyZJ\n"
    "M0gLbrHSkao5HxLQu5GRKrZQkyvfr8cfCzKZjFbSRn9qdtcDLsL1SNTG2VgwJWxD\n"
    "XNcKkPMCgYEA8wtDDCN+94EXh6pu/3SfgmTR3IYk/JpRXrD+D/oAet70EwjUGYE/\n"
    "7AaKn/KwJYaIQXqr4CXeEQ8KdPLtyBv1waLYhGfE1Y20QoC1DWH7tZPOaTYxkkZ0\n"
    "sc7/woNZT/KIDSQNT783Yz996EoqoaSua/KS1uurh928sRZKaE2NrOcCgYEA1FIR\n"
    "w7cIh/+9epAhHuaoFgQyQNN7ocjvpnPLKt1Qe+XhON2cltOe+2EnohI+A+jqrw7L\n"
    "ZIL/DTuDHi66n8/HJt7SEYq19pXVkUNYG6XWXydxuA6qd4iyUf5o/ySkUO6MuJUh\n"
    "qah0uOFmc52JGd0EBucq9LR7iWdcyqHBWaMzoTMCgYEA1EVWxshNwS+vdF8H2Pdr\n"
    "xT/3BurmbPT+8nwVObD5MFd/xwwj6y62vJcuBeq5q9ynLsFMUlXgcPe5A1GVGfxJ\n"
    "lVh8UJAtGvNLp/Wvq8OTSxCP69ZYT1BX5WBMgv+jRq8l4oxFUAxK/NTcS8BTIaCq\n"
    "cj+HvkxRITYp8mTskdKCVasCgYAhLy6Nm1bfAq6XsF0s2jodLsy36xXgpGooZuKz\n"
    "MWH562T3IVPvEuY/PeEW6Kj+rXG4qKRLclnwtIN6vSz3+16SCbNlgHuOLb7ydEca\n"
    "EyJdPun8LXahNiFAxXWdoxl3eMFPvCdFwAl2N+xuV4ntG+kcNxc0pdzFDf2nwf5Z\n"
    "RzOzlwKBgDTD8C0alBqAhHYG3bxsHdNm677+evJGSmyqUIlvzXcD7xSua26GUaKa\n"
    "KzOsAm0z6uvrRitv4iQkqxazV4cylks38VLb5FnBP+oTTcKTEBCkjDx+BLSw1PhM\n"
    "Vv0lWzgQ7JaGoI5AB8WyoRcTfNpiPi2dNHDZrziJJn4Waugc2JYc\n"
    "-----END RSA PRIVATE KEY-----\n";

const char kPlaceholderEcKey[] =
    "-----BEGIN EC PRIVATE KEY-----\n"
    "MHcCAQEEIEDspzA++pCfXyjGrVEvWF0pEB3w/oCtxL1FhJ4/DRnVoAoGCCqGSM49\n"
    "AwEHoUQDQgAEsKKSX3JLQOCGgLvqm3J7h+xyQapygGCFZ1cJloqa/93QVskP3oa9\n"
    "MxxANYJM9R1zNBqHTv0HcVPQX4Oioy2/oA==\n"
    "-----END EC PRIVATE KEY-----\n";

const char kPlaceholderEd25519Key[] =
    "-----BEGIN PRIVATE KEY-----\n"
    "MC4CAQAwBQYDK2VwBCIEINjCJW6RHKesAOa5UA0n6sX1QSO0HBCsHFbCjDFU8cJR\n"
    "-----END PRIVATE KEY-----\n";

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
