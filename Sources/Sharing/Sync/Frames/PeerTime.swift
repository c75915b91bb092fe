import CivilTime
import Encoding

/// A time of a peer's as its JSON has it: a text, or a number of which nobody says what it counts.
///
/// Programs write times in ISO 8601, or as a number since 1970 or, as Swift's Foundation does unless it is told
/// otherwise, since 2001. What a number counts shows in when it would be.
enum PeerTime: Hashable, Sendable {
  case text(String)
  case number(Double)

  enum Encoding: String, Sendable, CaseIterable {
    case iso8601 = "ISO 8601"
    case secondsSince2001 = "seconds since 2001"
    case seconds = "Unix seconds"
    case milliseconds = "Unix milliseconds"
    case microseconds = "Unix microseconds"
    case nanoseconds = "Unix nanoseconds"
  }

  /// What the times of one payload are; nil where one is not told.
  typealias Resolution = (created: Timestamp?, updated: Timestamp?, encoding: Encoding?)

  /// Reads a text or a number; anything else is skipped, and nil.
  init?(reading reader: inout JSONReader) throws(JSONError) {
    switch try reader.peek() {
    case .string: self = .text(try reader.readString())
    case .number:
      let text = String(decoding: try reader.readNumberSlice(), as: UTF8.self)
      guard let number = Double(text) else { return nil }
      self = .number(number)
    default:
      try reader.skipValue()
      return nil
    }
  }

  /// Tells what the times of one payload are; numbers in it are all of one encoding, `hint` where it may be
  /// that, which is what the peer was found to write before.
  ///
  /// Throws where `updated`, which decides what stands, cannot be read, or could be two things. `created` is only
  /// told on: one that is no time counts as not told.
  static func resolve(
    created: PeerTime?, updated: PeerTime?, now: Timestamp, hint: Encoding? = nil
  ) throws(Ambiguity) -> Resolution {
    let reach = Reach(now: now)
    let updated = updated?.plain
    if let updated, !reach.isReadable(updated) {
      throw Ambiguity(field: "updatedAt", time: updated, problem: .noTime)
    }
    let created = created.map(\.plain).flatMap { reach.isReadable($0) ? $0 : nil }
    guard let deciding = [updated, created].compactMap({ $0 }).first(where: \.isNumber) else {
      return (
        created?.instant(as: .iso8601), updated?.instant(as: .iso8601),
        created == nil && updated == nil ? nil : .iso8601
      )
    }
    let candidates = Encoding.allCases.filter { encoding in
      reach.admits(created, updated, as: encoding)
    }
    let known = candidates.count == 1 ? candidates.first : candidates.first { $0 == hint }
    guard let encoding = known ?? reach.nearest(of: candidates, for: deciding) else {
      let field = deciding == updated ? "updatedAt" : "createdAt"
      let problem = candidates.isEmpty ? Ambiguity.Problem.contradicted : .several(candidates)
      throw Ambiguity(field: field, time: deciding, problem: problem)
    }
    return (created?.instant(as: encoding), updated?.instant(as: encoding), encoding)
  }

  private var isNumber: Bool {
    if case .number = self { true } else { false }
  }

  /// The time itself, where a text is nothing but a number.
  private var plain: PeerTime {
    guard case .text(let text) = self, let number = Double(text),
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E })
    else { return self }
    return .number(number)
  }

  /// When it is in an encoding, however long ago; a text says that by itself.
  fileprivate func instant(as encoding: Encoding) -> Timestamp? {
    switch self {
    case .text(let text): ISO8601.read(text)?.timestamp(assumingOffset: 0)?.at(offset: 0)
    case .number(let number):
      Int64(exactly: encoding.microseconds(number).rounded())
        .flatMap { Timestamp(microseconds: $0) }
    }
  }
}

extension PeerTime.Encoding {
  /// Microseconds since 1970.
  fileprivate func microseconds(_ number: Double) -> Double {
    switch self {
    case .iso8601: .nan
    case .secondsSince2001: number * 1e6 + 978_307_200e6
    case .seconds: number * 1e6
    case .milliseconds: number * 1e3
    case .microseconds: number
    case .nanoseconds: number / 1e3
    }
  }
}

/// The times at which a peer can have written something.
private struct Reach {
  private let now: Int64
  private let range: ClosedRange<Int64>

  private static let year: Int64 = 31_556_952_000_000
  private static let day: Int64 = 86_400_000_000
  /// 2000-01-01: nobody synced before.
  private static let earliest: Int64 = 946_684_800_000_000
  /// 2026-01-01: a clock of ours that shows less has lost its time.
  private static let written: Int64 = 1_767_225_600_000_000
  /// Years from now within which a time is as one would expect, and from which on it is not.
  private static let (near, far): (Int64, Int64) = (5 * year, 20 * year)

  init(now: Timestamp) {
    self.now = max(now.microseconds, Self.written)
    range = Self.earliest...self.now + Self.year
  }

  /// Whether a time can be one in any encoding. A text is not doubted; nought is what many write who know no time.
  func isReadable(_ time: PeerTime) -> Bool {
    time != .number(0) && PeerTime.Encoding.allCases.contains { instant(time, $0) != nil }
  }

  private func instant(_ time: PeerTime, _ encoding: PeerTime.Encoding) -> Int64? {
    let instant = time.instant(as: encoding)?.microseconds
    if case .text = time { return instant }
    return instant.flatMap { range.contains($0) ? $0 : nil }
  }

  /// Whether the times that are told can be of an encoding. Two clocks may have made them: a day between them
  /// proves nothing.
  func admits(
    _ created: PeerTime?, _ updated: PeerTime?, as encoding: PeerTime.Encoding
  ) -> Bool {
    let times = [created, updated].compactMap { $0 }.map { instant($0, encoding) }
    let known = times.compactMap { $0 }
    guard known.count == times.count else { return false }
    return known.count < 2 || known[0] <= known[1] + Self.day
  }

  /// The encoding in which a time is about now, if it is long ago in all others.
  func nearest(
    of encodings: [PeerTime.Encoding], for time: PeerTime
  ) -> PeerTime.Encoding? {
    func distance(_ encoding: PeerTime.Encoding) -> Int64 {
      instant(time, encoding).map { abs(now - $0) } ?? .max
    }
    let close = encodings.filter { distance($0) <= Self.near }
    guard let nearest = close.first, close.count == 1,
      encodings.allSatisfy({ $0 == nearest || distance($0) >= Self.far })
    else { return nil }
    return nearest
  }
}

extension PeerTime {
  /// Why it cannot be said when something was.
  struct Ambiguity: Error, Hashable, CustomStringConvertible {
    enum Problem: Hashable {
      case noTime
      /// There is no encoding in which both times can be.
      case contradicted
      case several([Encoding])
    }

    var field: String
    var time: PeerTime
    var problem: Problem

    /// What is wrong, as the end of a sentence about the item.
    var description: String {
      switch problem {
      case .noTime: "its \(field) \(shown) is no time"
      case .contradicted: "its \(field) \(shown) and its other time contradict each other"
      case .several(let encodings):
        "its \(field) \(shown) could be \(encodings.map(\.rawValue).joined(separator: " or "))"
      }
    }

    private var shown: String {
      switch time {
      case .text(let text):
        "\"\(text.unicodeScalars.prefix(40).filter { $0.value >= 0x20 }.map(String.init).joined())\""
      case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
      }
    }
  }
}
