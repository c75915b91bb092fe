import Encoding
package import Store

/// Makes a warning for each device whose clock is ahead, once, from the results of merges. Client and hub use it.
package struct ClockWarnings: Sendable {
  private var warned: Set<String> = []

  private static let limit = 10_000

  package init() {}

  /// Returns a warning for each device that a merge found to be ahead for the first time.
  package mutating func news(of outcome: MergeOutcome) -> [String] {
    outcome.ahead.sorted { $0.key < $1.key }.compactMap { device, milliseconds in
      guard warned.count < Self.limit, warned.insert(device).inserted else { return nil }
      let name = device.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
      let days = milliseconds / 86_400_000
      return
        "the clock of device \(String(String.UnicodeScalarView(name))) is \(days.counted("day")) ahead; "
        + "its changes count as one day ahead; set its clock"
    }
  }
}
