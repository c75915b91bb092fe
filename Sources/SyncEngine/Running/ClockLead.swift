/// Tells of a device whose clock is ahead.
package enum ClockLead {
  /// The sentence that a person reads.
  package static func sentence(_ device: String, milliseconds: Int64) -> String {
    let days = milliseconds / 86_400_000
    let name = device.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    return
      "the clock of device \(String(String.UnicodeScalarView(name))) is \(days) days ahead: what it set counts as of"
      + " a day from now; set its clock"
  }
}
