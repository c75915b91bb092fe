import CivilTime
import TimeZones

/// Discord's markup as plain text, as far as the exporter left it as it was.
///
/// Angle brackets hold references (https://discord.com/developers/docs/reference#message-formatting): `<@…>`
/// people, `<@&…>` roles, `<#…>` channels, `<:name:…>` emoji, `<t:…>` times, `</name:…>` commands.
struct DiscordMarkup {
  /// The names of those who are mentioned, by id.
  let names: [String: String]
  /// The zone in which times are shown.
  let zone: Zone

  func plain(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    return text.replacingReferences(at: "<") { rest in
      // No reference is longer than this, nor does one hold another bracket.
      let inside = rest.dropFirst().prefix(100).prefix {
        $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<")
      }
      let end = rest[inside.endIndex...]
      guard end.first == UInt8(ascii: ">") else { return nil }
      return reference(Substring(inside)).map { ($0, end.dropFirst().startIndex) }
    }
  }

  private func reference(_ inside: Substring) -> String? {
    if inside.hasPrefix("@&") { return id(inside.dropFirst(2)).map { "@\($0)" } }
    if inside.hasPrefix("@") {
      let person = inside.dropFirst(inside.hasPrefix("@!") ? 2 : 1)
      return id(person).map { "@" + (names[$0] ?? $0) }
    }
    if inside.hasPrefix("#") { return id(inside.dropFirst()).map { "#\($0)" } }
    let parts = inside.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 2 else { return nil }
    switch parts[0] {
    case "", "a": return parts.count == 3 ? ":\(parts[1]):" : nil
    case "t": return Int(parts[1]).flatMap { time($0) }
    case let command where command.hasPrefix("/"): return id(parts[1]).map { _ in "\(command)" }
    default: return nil
    }
  }

  private func id(_ text: Substring) -> String? {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? String(text) : nil
  }

  private func time(_ seconds: Int) -> String? {
    guard let instant = Timestamp(seconds: seconds) else { return nil }
    let civil = zone.timestamp(at: instant).civil
    return "\(civil.date) \(String(civil.time.description.prefix(5)))"
  }
}
