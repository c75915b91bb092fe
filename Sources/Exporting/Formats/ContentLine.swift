import CivilTime

/// Lines of a calendar (RFC 5545, section 3.1).
enum ContentLine {
  /// Appends a line, folded so that none is longer than 75 octets; no character is cut.
  static func append(_ line: String, to output: inout [UInt8]) {
    var room = 75
    for scalar in line.unicodeScalars {
      let bytes = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      if bytes.count > room {
        output += [0x0D, 0x0A, 0x20]
        room = 74
      }
      output += bytes
      room -= bytes.count
    }
    output += [0x0D, 0x0A]
  }

  /// A value of type TEXT (section 3.3.11).
  static func text(_ text: String) -> String {
    var output = ""
    for scalar in PlainText.block(text).unicodeScalars {
      switch scalar {
      case "\\", ";", ",": output += "\\\(scalar)"
      case "\n": output += "\\n"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }

  /// A value of type DATE: `20260131`.
  static func date(_ date: CivilDate) -> String { "\(date)".filter { $0 != "-" } }

  /// A value of type DATE-TIME in UTC: `20260131T160000Z`.
  static func time(_ time: Timestamp) -> String {
    let civil = time.at(offset: 0).civil
    return date(civil.date) + "T" + "\(civil.time)".filter { $0 != ":" } + "Z"
  }

  /// A value of type DURATION: `P1D`, `PT1H30M`; nothing below a second.
  static func duration(_ duration: Duration) -> String {
    let seconds = Int(duration.components.seconds)
    if seconds > 0, seconds % 86_400 == 0 { return "P\(seconds / 86_400)D" }
    let parts = [(seconds / 3600, "H"), (seconds / 60 % 60, "M"), (seconds % 60, "S")]
    let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
    return "PT" + (text.isEmpty ? "0S" : text)
  }
}
