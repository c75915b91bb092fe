import CLibcrypto

/// Key derivation with HMAC-SHA-256 (HKDF, RFC 5869).
package enum HKDFSHA256 {
  package static let longest = 255 * HMACSHA256.byteCount
  /// The limit of OpenSSL 3.0.
  package static let longestInfo = 1024

  /// Derives `count` bytes, at least one, from a secret of any length. `info` names the purpose of the key.
  package static func derive(
    from secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int
  ) -> [UInt8] {
    precondition((1...longest).contains(count) && info.count <= longestInfo)
    let context = Libcrypto.made(EVP_PKEY_CTX_new_from_name(Libcrypto.context, "HKDF", nil))
    defer { EVP_PKEY_CTX_free(context) }
    Libcrypto.check(EVP_PKEY_derive_init(context))
    Libcrypto.check(EVP_PKEY_CTX_set_hkdf_md(context, Libcrypto.sha256))
    Libcrypto.check(EVP_PKEY_CTX_set1_hkdf_salt(context, salt, Int32(salt.count)))
    Libcrypto.check(EVP_PKEY_CTX_set1_hkdf_key(context, secret, Int32(secret.count)))
    Libcrypto.check(EVP_PKEY_CTX_add1_hkdf_info(context, info, Int32(info.count)))
    return [UInt8](unsafeUninitializedCapacity: count) { key, initialized in
      initialized = count
      Libcrypto.check(EVP_PKEY_derive(context, key.baseAddress, &initialized))
    }
  }
}
