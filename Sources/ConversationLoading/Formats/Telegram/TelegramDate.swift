import CivilTime

/// Dates as Telegram writes them in HTML: `23.08.2023 13:11:23`, newer with ` UTC-08:00` behind it.
enum TelegramDate {
  /// Reads a text; nil where it is anything else.
  static func read(_ text: String) -> GenericTimestamp.Reading? {
    let parts = text.split(separator: " ")
    guard parts.count == 2 || parts.count == 3 else { return nil }
    let day = parts[0].split(separator: ".")
    guard day.count == 3 else { return nil }
    var iso = "\(day[2])-\(day[1])-\(day[0])T\(parts[1])"
    if parts.count == 3 {
      guard parts[2].hasPrefix("UTC") else { return nil }
      let offset = parts[2].dropFirst(3)
      iso += offset.isEmpty ? "Z" : String(offset)
    }
    return ISO8601.read(iso) == nil ? nil : GenericTimestamp.read(iso)
  }
}
