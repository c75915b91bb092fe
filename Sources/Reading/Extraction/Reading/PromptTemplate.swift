import Encoding
package import Windowing

/// The template of a run's prompts, with named holes for the parts that differ between windows.
///
/// A hole is written `{{name}}`. The line `=== user ===` divides rules and chat. `schema` is the answers' JSON schema.
/// Below: the built-in templates, and `PromptError` for an unusable template of the user.
package struct PromptTemplate: Sendable {
  package enum Hole: String, CaseIterable, Sendable {
    case conversation, participants, boundary, messages
    /// The instructions for items that are already open. Templates may omit this hole.
    case openItems

    var isNeeded: Bool { self != .openItems }
  }

  private enum Piece: Sendable {
    case text(String)
    case hole(Hole)
  }

  private let system: [Piece]
  private let user: [Piece]
  /// Whether the template has instructions for items that are already open.
  let hasOpenItems: Bool

  static let divider = "=== user ==="

  /// Reads a template.
  ///
  /// Every hole except `openItems` is required, and no other name may be in double braces.
  /// - Throws: `PromptError` if a hole or the divider is missing or unknown.
  package init(_ text: String) throws(PromptError) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let dividers = lines.indices.filter { lines[$0] == Self.divider }
    guard dividers.count == 1, let divider = dividers.first else {
      throw .divider(Self.divider, found: dividers.count)
    }
    var unknown: [String] = []
    system = Self.pieces(lines[..<divider].joined(separator: "\n"), &unknown)
    user = Self.pieces(lines[(divider + 1)...].joined(separator: "\n"), &unknown)
    let present = (system + user).compactMap { piece in
      if case .hole(let hole) = piece { hole } else { nil }
    }
    hasOpenItems = present.contains(.openItems)
    let missing = Hole.allCases.filter { $0.isNeeded && !present.contains($0) }.map(\.rawValue)
    if !unknown.isEmpty || !missing.isEmpty { throw .holes(unknown: unknown, missing: missing) }
  }

  private static func pieces(_ text: String, _ unknown: inout [String]) -> [Piece] {
    var pieces: [Piece] = []
    var rest = Substring(text)
    while let start = rest.firstPlace(of: "{{"),
      let end = rest[start.upperBound...].firstPlace(of: "}}")
    {
      pieces.append(.text(String(rest[..<start.lowerBound])))
      let name = String(rest[start.upperBound..<end.lowerBound])
      if let hole = Hole(rawValue: name) {
        pieces.append(.hole(hole))
      } else {
        unknown.append(name)
      }
      rest = rest[end.upperBound...]
    }
    return pieces + [.text(String(rest))]
  }

  func filled(_ value: (Hole) -> String) -> Prompt {
    Prompt(system: Self.join(system, value), user: Self.join(user, value))
  }

  private static func join(_ pieces: [Piece], _ value: (Hole) -> String) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .hole(let hole): value(hole)
      }
    }.joined()
  }

  /// Whether the rules ask for a quote of each item.
  package var asksForQuotes: Bool { filled { _ in "" }.system.lowercased().holds("quote") }

  /// The estimated tokens of the rules, which every request costs in addition to the chat.
  package var instructionTokens: Int {
    TokenEstimate.tokens(in: filled { $0 == .boundary ? "=====CHAT-0=====" : "" }.system)
  }

  /// Returns the share of a full request's tokens that the rules take up.
  package func instructionShare(of windows: WindowBuilder.Settings) -> Double {
    let chat = windows.tokens + windows.contextTokens
    return Double(instructionTokens) / Double(instructionTokens + chat)
  }
}

// MARK: - Built-in templates

extension PromptTemplate {
  /// The maximum share of a full request that the rules may take up.
  package static let shareLimit = 0.15

  /// Returns the standard template if its share is within the limit for windows of this size, and the brief one
  /// otherwise.
  package static func fitting(_ windows: WindowBuilder.Settings) -> PromptTemplate {
    standard.instructionShare(of: windows) <= shareLimit ? standard : brief
  }

  /// The template with all rules and an example.
  package static let standard = embedded(PackageResources.extract_md, "extract.md")

  /// The template for small windows.
  package static let brief = embedded(PackageResources.extract_brief_md, "extract-brief.md")

  private static func embedded(_ bytes: [UInt8], _ name: String) -> PromptTemplate {
    do {
      return try PromptTemplate(String(decoding: bytes, as: UTF8.self))
    } catch {
      // The template is compiled in, and a test parses it.
      preconditionFailure("Prompts/\(name): \(error)")
    }
  }

  /// Returns the JSON schema of the answer (draft 2020-12) on one line. With open items, the answer also has the open
  /// item and whether it is done.
  package static func schema(hasOpenItems: Bool) -> String {
    hasOpenItems ? updateSchema : plainSchema
  }

  private static let plainSchema = line(PackageResources.schema_json)
  private static let updateSchema = line(PackageResources.schema_updates_json)

  private static func line(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }
}

/// The reason why a text is not a prompt template.
package enum PromptError: Error, Hashable, Sendable {
  /// Unknown holes, or missing ones.
  case holes(unknown: [String], missing: [String])
  /// The divider does not occur exactly once.
  case divider(String, found: Int)
}

extension PromptError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .holes(let unknown, let missing):
      let known = PromptTemplate.Hole.allCases.map { "{{\($0.rawValue)}}" }
      var parts: [String] = []
      if !unknown.isEmpty { parts.append("unknown placeholders: " + Self.list(unknown)) }
      if !missing.isEmpty { parts.append("missing placeholders: " + Self.list(missing)) }
      return parts.joined(separator: "; ") + " (a template has "
        + known.joined(separator: ", ") + ")"
    case .divider(let line, let found):
      return "the line '\(line)' must occur exactly once between rules and chat, not \(found) times"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.map { "{{\($0)}}" }.joined(separator: ", ")
  }
}
