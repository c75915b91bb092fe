import ItemRecords
import TestSupport
import Testing

/// The merging of settings, and the names of the people who made them.
@Suite struct MultiValueRegisterTests {
  static func setting(
    _ author: VersionStamp.Author, _ time: Int64, _ device: String, _ text: String? = nil,
    seen: [String: Int64] = [:]
  ) -> FieldSetting {
    FieldSetting(
      VersionStamp(author, time, device: device), FieldValue(text ?? "\(author) \(time) \(device)"),
      seen: seen)
  }

  struct Pair: CustomTestStringConvertible {
    let name: String
    let winner: FieldSetting
    let loser: FieldSetting
    let isRival: Bool
    var testDescription: String { name }
  }

  static let pairs = [
    Pair(
      name: "a person's before a model's, however late", winner: setting(.person, 1, "a"),
      loser: setting(.model, 9, "b"), isRival: false),
    Pair(
      name: "the later of two persons' that did not know of each other",
      winner: setting(.person, 2, "a"), loser: setting(.person, 1, "b"), isRival: true),
    Pair(
      name: "the later of two persons', the earlier in view",
      winner: setting(.person, 2, "a", seen: ["b": 1]), loser: setting(.person, 1, "b"),
      isRival: false),
    Pair(
      name: "a person's second thoughts on one device", winner: setting(.person, 2, "a"),
      loser: setting(.person, 1, "a"), isRival: false),
    Pair(
      name: "the greater device at one time", winner: setting(.person, 1, "b"),
      loser: setting(.person, 1, "a"), isRival: true),
    Pair(
      name: "the later of two models'", winner: setting(.model, 2, "a"),
      loser: setting(.model, 1, "b"), isRival: false),
    Pair(
      name: "a purge, whatever comes", winner: setting(.purge, 1, "a"),
      loser: setting(.person, 9, "b"), isRival: false),
    Pair(
      name: "the same said twice is nobody's loss", winner: setting(.person, 2, "a", "same"),
      loser: setting(.person, 1, "b", "same"), isRival: false),
  ]

  @Test(arguments: pairs)
  func `of two settings this one stands, in either order`(_ pair: Pair) {
    for (first, second) in [(pair.winner, pair.loser), (pair.loser, pair.winner)] {
      var register = MultiValueRegister(first)
      register.merge(MultiValueRegister(second))
      #expect(register.standing == pair.winner)
      #expect(register.rivals == (pair.isRival ? [pair.loser] : []))
    }
  }

  /// The devices' versions of one field after a random history of settings and messages between them.
  static func history(seed: UInt64) -> (registers: [MultiValueRegister], all: [FieldSetting]) {
    var random = SeededRandom(seed: seed)
    let devices = ["a", "b", "c", "d"]
    let start = setting(.model, 0, "a", "start")
    var registers = devices.map { _ in MultiValueRegister(start) }
    var all = [start]
    for step in 1...Int.random(in: 3...30, using: &random) {
      let index = Int.random(in: 0..<devices.count, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        registers[index].merge(registers[Int.random(in: 0..<devices.count, using: &random)])
        continue
      }
      let author: VersionStamp.Author =
        Int.random(in: 0..<3, using: &random) == 0 ? .model : .person
      if author == .model, registers[index].standing.stamp.author != .model { continue }
      // Clocks differ; each setting is later than the one it replaces.
      let newest = registers[index].settings.map(\.stamp.milliseconds).max() ?? 0
      let time = max(newest + 1, Int64(step + Int.random(in: -9...9, using: &random)))
      let value = FieldValue("\(step % 5)")
      registers[index].set(value, VersionStamp(author, time, device: devices[index]))
      let new = registers[index].standing
      // A setting that saw all others must win, or one was lost.
      guard new.stamp.device == devices[index], new.value == value, new.stamp.author == author
      else {
        Issue.record("seed \(seed): \(value) was set, and \(new) stands")
        continue
      }
      all.append(new)
    }
    return (registers, all)
  }

  static func merged(_ registers: [MultiValueRegister]) -> MultiValueRegister? {
    guard var sum = registers.first else { return nil }
    for register in registers.dropFirst() { sum.merge(register) }
    return sum
  }

  @Test func `merging is commutative, associative and idempotent over random histories`() {
    for seed in 0..<400 as Range<UInt64> {
      let (registers, _) = Self.history(seed: seed)
      let wanted = Self.merged(registers)
      var random = SeededRandom(seed: seed &+ 1_000_000)
      for _ in 0..<5 {
        let order = registers.shuffled(using: &random)
        #expect(Self.merged(order) == wanted, "order, seed \(seed)")
        // Merges some of them first, and some of them twice.
        let half = Self.merged(Array(order.prefix(2))).map { [$0] } ?? []
        #expect(
          Self.merged(half + order.suffix(2) + half + order) == wanted, "groups, seed \(seed)")
      }
    }
  }

  @Test func `what stands is the greatest of all settings, and no person's is lost in silence`() {
    for seed in 0..<400 as Range<UInt64> {
      let (registers, all) = Self.history(seed: seed)
      guard let sum = Self.merged(registers) else { return }
      #expect(sum.standing == all.max(), "seed \(seed)")
      for setting in all where setting.stamp.author == .person {
        let isThere = sum.settings.contains(setting)
        #expect(isThere || all.contains { $0.replaces(setting) }, "seed \(seed): \(setting)")
      }
    }
  }

  @Test func `whoever sets a field in view of a conflict ends it everywhere`() {
    var a = MultiValueRegister(Self.setting(.person, 5, "a"))
    let b = MultiValueRegister(Self.setting(.person, 7, "b"))
    a.merge(b)
    #expect(a.rivals.map(\.stamp.device) == ["a"])
    a.set(FieldValue("settled"), VersionStamp(.person, 8, device: "a"))
    for order in [[a, b], [b, a]] {
      #expect(Self.merged(order)?.rivals.isEmpty == true)
      #expect(Self.merged(order)?.standing.value.text == "settled")
    }
  }

  @Test func `a time that is bounded somewhere is bounded everywhere, and is the same setting`() {
    let ahead = Self.setting(.person, 1_000_000, "a")
    let own = MultiValueRegister(ahead)
    let hub = own.mapped { setting in
      var setting = setting
      setting.stamp = setting.stamp.bounded(to: 100)
      return setting
    }
    for order in [[own, hub], [hub, own], [own, hub, own]] {
      #expect(Self.merged(order) == hub)
    }
    var later = hub
    later.set(FieldValue("b"), VersionStamp(.person, 101, device: "b"))
    #expect(Self.merged([own, later])?.standing.value.text == "b")
    #expect(Self.merged([own, later])?.settings.count == 1)
  }

  @Test func `of settings that nobody knew of the greatest are kept, up to a limit`() {
    let many = (1...40).map { Self.setting(.person, Int64($0), "device \($0)") }
    var register = MultiValueRegister(many[0])
    for setting in many.shuffled() { register.merge(MultiValueRegister(setting)) }
    #expect(register.settings.count == MultiValueRegister.limit)
    #expect(register.standing == many.last)
  }

  @Test func `ten thousand changes by turns leave as much as one each`() {
    var register = MultiValueRegister(Self.setting(.model, 0, "m"))
    for number in 1...10_000 as ClosedRange<Int64> {
      let stamp = VersionStamp(.person, number, device: ["a", "b", "c"][Int(number % 3)])
      register.set(FieldValue("\(number)"), stamp)
    }
    #expect(register.settings.count == 1 && register.standing.seen.count == 2)
  }

  @Test(arguments: [("Anna", nil), ("Anna", "Bo"), (nil, nil)] as [(String?, String?)])
  func `a setting has the same name whichever came first`(a: String?, b: String?) {
    func register(_ name: String?) -> MultiValueRegister {
      MultiValueRegister(
        FieldSetting(VersionStamp(.person, 5, device: "d"), FieldValue("x"), name: name))
    }
    var (one, other) = (register(a), register(b))
    one.merge(register(b))
    other.merge(register(a))
    #expect(one == other && one.settings.count == 1)
    #expect(one.standing.name == b ?? a && one.isSame(as: register(nil)))
  }

  @Test(
    arguments: [
      ("Anna Ö", "Anna Ö"), ("An\u{1B}[31mna\n", "An[31mna"), ("\u{202E}\u{7}", nil), ("", nil),
      (String(repeating: "ö", count: 80), String(repeating: "ö", count: 50)),
    ] as [(String, String?)])
  func `a name is kept without what a terminal acts on, and not too long`(
    name: String, kept: String?
  ) {
    #expect(FieldSetting.properName(name) == kept)
    #expect(kept.flatMap(FieldSetting.properName) == kept)
  }
}
