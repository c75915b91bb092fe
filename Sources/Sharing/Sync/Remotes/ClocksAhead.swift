import Encoding
package import Store

/// Warns once of each device whose clock is ahead.
package struct ClocksAhead: Sendable {
  private var told: Set<String> = []

  private static let limit = 10_000

  package init() {}

  /// Returns a sentence for each device that is newly found to be ahead.
  package mutating func news(of outcome: MergeOutcome) -> [String] {
    outcome.ahead.sorted { $0.key < $1.key }.compactMap { device, milliseconds in
      guard told.count < Self.limit, told.insert(device).inserted else { return nil }
      let name = device.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
      let days = milliseconds / 86_400_000
      return
        "the clock of device \(String(String.UnicodeScalarView(name))) is \(days.counted("day")) ahead; "
        + "its changes count as one day ahead; set its clock"
    }
  }
}
