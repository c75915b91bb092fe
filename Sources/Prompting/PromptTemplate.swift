/// A prompt with named holes.
///
/// A hole is written `{{name}}`; the line `=== user ===` parts the rules from the chat.
public struct PromptTemplate: Sendable {
  /// The holes that there are.
  public enum Hole: String, CaseIterable, Sendable {
    case conversation, participants, boundary, messages
  }

  private enum Piece: Sendable {
    case text(String)
    case hole(Hole)
  }

  private let system: [Piece]
  private let user: [Piece]

  static let divider = "=== user ==="

  /// Reads a template.
  ///
  /// Every hole has to occur, and nothing else may stand in double braces.
  public init(_ text: String) throws(PromptError) {
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
    let missing = Hole.allCases.filter { !present.contains($0) }.map(\.rawValue)
    if !unknown.isEmpty || !missing.isEmpty { throw .holes(unknown: unknown, missing: missing) }
  }

  private static func pieces(_ text: String, _ unknown: inout [String]) -> [Piece] {
    var pieces: [Piece] = []
    var rest = Substring(text)
    while let start = rest.firstRange(of: "{{"),
      let end = rest[start.upperBound...].firstRange(of: "}}")
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

  /// Fills the holes.
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

  /// The template that comes with the tool.
  public static let standard: PromptTemplate = {
    do {
      return try PromptTemplate(String(decoding: PackageResources.extract_md, as: UTF8.self))
    } catch {
      // It is compiled in, and a test reads it.
      preconditionFailure("Prompts/extract.md: \(error)")
    }
  }()

  /// The JSON schema of the answer (JSON Schema, draft 2020-12), on one line.
  public static let schema = String(
    decoding: PackageResources.schema_json.prefix { $0 != 0x0A }, as: UTF8.self)
}
