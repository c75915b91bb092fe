import CivilTime
import Encoding

/// A time as a remote wrote it in JSON: a string, or a number whose unit and epoch are not stated.
///
/// Programs write ISO 8601, a number since 1970, or a number since 2001 (the default of Swift's Foundation). The
/// encoding is inferred from the date that the number would mean. `Ambiguity` is thrown if that is not clear.
enum RemoteTime: Hashable, Sendable {
  case text(String)
  case number(Double)

  /// How a program writes times.
  enum Encoding: String, Sendable, CaseIterable {
    case iso8601 = "ISO 8601"
    case secondsSince2001 = "seconds since 2001"
    case seconds = "Unix seconds"
    case milliseconds = "Unix milliseconds"
    case microseconds = "Unix microseconds"
    case nanoseconds = "Unix nanoseconds"
  }

  /// The resolved times of one payload, and their encoding; nil for a time that is absent.
  typealias Resolution = (created: Timestamp?, updated: Timestamp?, encoding: Encoding?)

  /// Reads a string or a number. Skips anything else and returns nil.
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

  /// Resolves the times of one payload. All numbers in it share one encoding: `hint` if possible, which is the encoding
  /// of the sender's earlier times.
  ///
  /// Throws if `updated`, which decides between versions, is unreadable or ambiguous. `created` is only passed on: if
  /// it is not a time, it counts as absent.
  static func resolve(
    created: RemoteTime?, updated: RemoteTime?, now: Timestamp, hint: Encoding? = nil
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

  /// The same time. A string that holds only a number becomes that number.
  private var plain: RemoteTime {
    guard case .text(let text) = self, let number = Double(text),
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E })
    else { return self }
    return .number(number)
  }

  /// Returns the instant in an encoding, without a range check. A string needs no encoding.
  fileprivate func instant(as encoding: Encoding) -> Timestamp? {
    switch self {
    case .text(let text): ISO8601.read(text)?.timestamp(assumingOffset: 0)?.at(offset: 0)
    case .number(let number):
      Int64(exactly: encoding.microseconds(number).rounded())
        .flatMap { Timestamp(microseconds: $0) }
    }
  }
}

extension RemoteTime.Encoding {
  /// Converts a number to microseconds since 1970.
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

/// The times that are plausible in a payload, and the choice among encodings by them.
private struct Reach {
  private let now: Int64
  private let range: ClosedRange<Int64>

  private static let year: Int64 = 31_556_952_000_000
  private static let day: Int64 = 86_400_000_000
  /// 2000-01-01. Nothing was synced before.
  private static let earliest: Int64 = 946_684_800_000_000
  /// 2026-01-01. A local clock that shows an earlier time is wrong.
  private static let written: Int64 = 1_767_225_600_000_000
  /// The distances from now up to which a time is plausible, and from which it is implausible.
  private static let (near, far): (Int64, Int64) = (5 * year, 20 * year)

  init(now: Timestamp) {
    self.now = max(now.microseconds, Self.written)
    range = Self.earliest...self.now + Self.year
  }

  /// Whether a time is possible in any encoding. For strings, the range is not checked. Zero is refused: for many
  /// programs it means "unknown".
  func isReadable(_ time: RemoteTime) -> Bool {
    time != .number(0) && RemoteTime.Encoding.allCases.contains { instant(time, $0) != nil }
  }

  private func instant(_ time: RemoteTime, _ encoding: RemoteTime.Encoding) -> Int64? {
    let instant = time.instant(as: encoding)?.microseconds
    if case .text = time { return instant }
    return instant.flatMap { range.contains($0) ? $0 : nil }
  }

  /// Whether the times fit an encoding. `created` may be up to a day after `updated`, because clocks differ.
  func admits(
    _ created: RemoteTime?, _ updated: RemoteTime?, as encoding: RemoteTime.Encoding
  ) -> Bool {
    let times = [created, updated].compactMap { $0 }.map { instant($0, encoding) }
    let known = times.compactMap { $0 }
    guard known.count == times.count else { return false }
    return known.count < 2 || known[0] <= known[1] + Self.day
  }

  /// Returns the only encoding that puts a time near now, if all others put it far away.
  func nearest(
    of encodings: [RemoteTime.Encoding], for time: RemoteTime
  ) -> RemoteTime.Encoding? {
    func distance(_ encoding: RemoteTime.Encoding) -> Int64 {
      instant(time, encoding).map { abs(now - $0) } ?? .max
    }
    let close = encodings.filter { distance($0) <= Self.near }
    guard let nearest = close.first, close.count == 1,
      encodings.allSatisfy({ $0 == nearest || distance($0) >= Self.far })
    else { return nil }
    return nearest
  }
}

extension RemoteTime {
  /// The reason why a time cannot be resolved.
  struct Ambiguity: Error, Hashable, CustomStringConvertible {
    enum Problem: Hashable {
      case noTime
      /// No encoding fits both times.
      case contradicted
      case several([Encoding])
    }

    var field: String
    var time: RemoteTime
    var problem: Problem

    /// The problem, as the end of a sentence about the item.
    var description: String {
      switch problem {
      case .noTime: "its \(field) \(shown) is not a time"
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
