#pragma once

// Keys and a certificate for placeholders. They are public: nothing may trust them.
namespace kval::helm::functions {

extern const char kPlaceholderCertificate[];  // RSA 2048, self-signed, of the name `placeholder`
extern const char kPlaceholderRsaKey[];       // of the certificate
extern const char kPlaceholderEcKey[];
extern const char kPlaceholderEd25519Key[];

}  // namespace kval::helm::functions
