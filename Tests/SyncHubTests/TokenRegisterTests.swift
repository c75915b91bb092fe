import CivilTime
import SyncHub
import TestSupport
import Testing

@Suite struct TokenRegisterTests {
  private func claims(
    _ id: String, _ name: String, expires: Int = 1000, subject: String? = nil
  ) -> TokenClaims {
    TokenClaims(
      subject: subject ?? name.lowercased(), name: name, audience: [TokenSamples.hub],
      expires: TokenSamples.time(expires), id: id,
      scope: TokenScope(mayWrite: false, channels: ["person:\(name)"]))
  }

  private func entry(
    _ id: String, _ name: String, expires: Int = 1000, subject: String? = nil
  ) -> TokenRegister.Entry {
    TokenRegister.Entry(
      claims(id, name, expires: expires, subject: subject), issued: TokenSamples.time(1))
  }

  private func register(_ entries: [TokenRegister.Entry]) throws -> TokenRegister {
    var register = TokenRegister()
    for entry in entries { try register.add(entry, at: TokenSamples.time(1)) }
    return register
  }

  @Test func `a token is taken back by its id`() throws {
    var register = try register([entry("a", "Anna"), entry("b", "Anna")])
    let changed = register.revoke("a", at: TokenSamples.time(5))
    #expect(changed.map(\.id) == ["a"] && changed[0].revoked == TokenSamples.time(5))
    #expect(register.problem(of: claims("a", "Anna")) == .revoked)
    #expect(register.problem(of: claims("b", "Anna")) == nil)
  }

  @Test func `a person's tokens are taken back by name or subject`() throws {
    var register = try register([
      entry("a", "Anna"), entry("b", "Bo"), entry("c", "Anna", subject: "anna-2"),
    ])
    #expect(register.revoke("Anna", at: TokenSamples.time(5)).map(\.id) == ["a", "c"])
    #expect(register.revoke("bo", at: TokenSamples.time(5)).map(\.id) == ["b"])
    #expect(register.revoke("Anna", at: TokenSamples.time(6)).isEmpty)
    #expect(register.revoke("nobody", at: TokenSamples.time(6)).isEmpty)
  }

  @Test func `an id goes before a name that is the same`() throws {
    var register = try register([entry("a", "b"), entry("b", "Bo")])
    #expect(register.revoke("b", at: TokenSamples.time(5)).map(\.id) == ["b"])
  }

  @Test func `what is written is read back`() throws {
    var register = try register([entry("a", "Anna"), entry("b", "Zoë \"王\"")])
    _ = register.revoke("b", at: TokenSamples.time(5))
    #expect(try TokenRegister(parsing: register.bytes) == register)
    #expect(try TokenRegister(parsing: []) == TokenRegister())
  }

  @Test func `tokens that have expired are let go of`() throws {
    var register = try register([entry("a", "Anna", expires: 10), entry("b", "Anna")])
    _ = register.revoke("a", at: TokenSamples.time(5))
    register.dropExpired(at: TokenSamples.time(20))
    try register.add(entry("c", "Bo"), at: TokenSamples.time(20))
    #expect(register.entries.map(\.id) == ["b", "c"])
    #expect(register.problem(of: claims("a", "Anna", expires: 10)) == .unregistered)
  }

  @Test func `a clock that was ahead once brings no revoked token back`() throws {
    var register = try register([entry("a", "Anna"), entry("b", "Bo")])
    _ = register.revoke("a", at: TokenSamples.time(5))
    register.dropExpired(at: TokenSamples.time(900_000))
    let stored = try TokenRegister(parsing: register.bytes)
    #expect(stored.problem(of: claims("a", "Anna")) == .unregistered)
    #expect(stored.problem(of: claims("b", "Bo")) == .unregistered)
  }

  @Test func `only what was issued is allowed, even with a copy of the secret`() throws {
    let register = try register([entry("a", "Anna")])
    let issued = claims("a", "Anna")
    #expect(register.problem(of: issued) == nil)
    var forged: [(String, TokenClaims)] = [("another id", claims("x", "Anna"))]
    var wider = issued
    wider.scope.mayWrite = true
    forged.append(("writing", wider))
    wider = issued
    wider.scope.channels = nil
    forged.append(("no limit", wider))
    forged.append(("a longer life", claims("a", "Anna", expires: 2000)))
    forged.append(("another person", claims("a", "Anna", subject: "boss")))
    for (name, claims) in forged {
      #expect(register.problem(of: claims) == .unregistered, "\(name)")
    }
  }

  @Test func `there are only so many`() throws {
    var register = TokenRegister()
    for number in 0..<TokenRegister.limit {
      try register.add(entry("t\(number)", "Anna"), at: TokenSamples.time(1))
    }
    #expect(throws: TokenRegister.Problem.full) {
      try register.add(self.entry("x", "Bo"), at: TokenSamples.time(1))
    }
    try register.add(entry("y", "Bo", expires: 5000), at: TokenSamples.time(2000))
    #expect(register.entries.map(\.id) == ["y"])
  }

  @Test func `a register of which a line is damaged is not taken`() throws {
    var register = try register([entry("a", "Anna"), entry("b", "Bo"), entry("c", "Cy")])
    _ = register.revoke("b", at: TokenSamples.time(5))
    let bytes = register.bytes
    #expect(throws: TokenRegister.Problem.self) {
      try TokenRegister(parsing: Array(bytes.dropLast(1)))
    }
    let second = try #require(bytes.firstIndex(of: 0x0A)) + 1
    var broken = bytes
    broken[second] = UInt8(ascii: "x")
    #expect(throws: TokenRegister.Problem.damaged(line: 2)) {
      try TokenRegister(parsing: broken)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    for (from, to) in [("\"revoked\":5", "\"revoked\":\"5\""), ("\"id\":\"b\"", "\"id\":\"\"")] {
      #expect(throws: TokenRegister.Problem.damaged(line: 2)) {
        try TokenRegister(parsing: Array(text.replacing(from, with: to).utf8))
      }
    }
  }
}
