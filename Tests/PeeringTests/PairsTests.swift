import CivilTime
import Glibc
import Store
import TestSupport
import Testing

@testable import Peering

@Suite struct PairsTests {
  private let directory: TemporaryDirectory
  private let store: DiskFolder

  init() throws {
    directory = try TemporaryDirectory()
    store = try DiskFolder(existing: directory.path)
  }

  private func pair(_ device: String, _ name: String) throws -> Pair {
    Pair(
      .init(device: device, deviceName: "Küche \"1\"", key: Dialogue.key), name: name,
      at: try #require(Timestamp(seconds: 1_790_000_000)),
      address: PeerEndpoint("[fe80::1%eth0]:4711"))
  }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    return stat("\(directory.path)/\(name)", &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func `a pair is read back as written, in a file private to its owner`() throws {
    #expect(try Pairs.list(in: store).pairs.isEmpty)
    #expect(try Pairs.read(Dialogue.one, in: store) == nil)
    let one = try pair(Dialogue.one, "kitchen")
    try Pairs.write(one, in: store)
    #expect(try Pairs.read(Dialogue.one, in: store) == one)
    #expect(mode("peers/\(Dialogue.one).json") == 0o600)
    #expect(mode("peers") == 0o700)
    var other = try pair(Dialogue.other, "attic")
    other.address = nil
    try Pairs.write(other, in: store)
    #expect(try Pairs.list(in: store).pairs == [other, one])
    #expect(try store.existingFolder("peers").names().count == 2)
    #expect(try Pairs.remove(Dialogue.one, in: store))
    #expect(try !Pairs.remove(Dialogue.one, in: store))
    #expect(try Pairs.list(in: store).pairs == [other])
  }

  @Test func `a partly written file is not continued`() throws {
    let left = try directory.write("x", to: "peers/\(Dialogue.one).json.new")
    #expect(chmod(left, 0o644) == 0)
    try Pairs.write(pair(Dialogue.one, "kitchen"), in: store)
    #expect(mode("peers/\(Dialogue.one).json") == 0o600)
    #expect(try Pairs.list(in: store).problems.isEmpty)
  }

  @Test(arguments: [0o640, 0o604, 0o620, 0o602, 0o644] as [mode_t])
  func `a file open to others is refused with advice`(mode: mode_t) throws {
    try Pairs.write(pair(Dialogue.one, "kitchen"), in: store)
    let path = "\(directory.path)/peers/\(Dialogue.one).json"
    #expect(chmod(path, mode) == 0)
    let problem = try #require(try Pairs.list(in: store).problems.first)
    #expect(problem.description.hasSuffix("run 'chmod 600 \(path)'"))
    #expect(throws: Pairs.Failure.self) { try Pairs.read(Dialogue.one, in: store) }
    #expect(chmod(path, 0o600) == 0)
    #expect(try Pairs.read(Dialogue.one, in: store) != nil)
  }

  @Test func `a name belongs to one pair, and may be that of a remote`() throws {
    try Pairs.write(pair(Dialogue.one, "kitchen"), in: store)
    #expect(throws: Pairs.Failure.self) {
      try Pairs.write(pair(Dialogue.other, "kitchen"), in: store)
    }
    for name in ["", "../kitchen", "a b", ".hidden"] {
      #expect(throws: Pairs.Failure.self) { try Pairs.write(pair(Dialogue.other, name), in: store) }
    }
    // The same device may be paired again.
    try Pairs.write(pair(Dialogue.one, "kitchen"), in: store)
    #expect(try Pairs.list(in: store).pairs.count == 1)
  }

  @Test func `a damaged file is reported, and the others are read`() throws {
    try Pairs.write(pair(Dialogue.one, "kitchen"), in: store)
    let whole = try directory.read("peers/\(Dialogue.one).json")
    for damaged in [
      Array(whole.dropLast(20)), [], Array("{}".utf8), Array(#"{"schema":2}"#.utf8),
      [UInt8](repeating: 0x20, count: 100_000), whole,
    ] {
      let path = try directory.write(damaged, to: "peers/\(Dialogue.other).json")
      #expect(chmod(path, 0o600) == 0)
      let (pairs, problems) = try Pairs.list(in: store)
      #expect(pairs.map(\.device) == [Dialogue.one])
      #expect(problems.count == 1)
      #expect(problems[0].description.hasPrefix("cannot use \(path): "))
    }
    #expect(try Pairs.remove(Dialogue.other, in: store))
  }

  @Test func `invalid ids do not name files`() throws {
    try directory.write("{}", to: "secret.json")
    for id in ["../secret", "", "x", Dialogue.one.dropLast() + "G", "A" + Dialogue.one.dropFirst()]
    {
      #expect(try Pairs.read(String(id), in: store) == nil)
      #expect(try !Pairs.remove(String(id), in: store))
    }
  }

  @Test func `a pair's key is never printed`() throws {
    let pair = try pair(Dialogue.one, "kitchen")
    var dumped = ""
    dump(pair, to: &dumped)
    for text in ["\(pair)", String(reflecting: pair), dumped] {
      #expect(text.contains("a secret") && !text.contains("BwcH") && !text.contains("7, 7"))
    }
  }
}
