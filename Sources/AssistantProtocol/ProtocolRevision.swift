/// A revision of the Model Context Protocol.
enum ProtocolRevision: String, CaseIterable {
  case november2024 = "2024-11-05"
  case march2025 = "2025-03-26"
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  /// The first one without a greeting: each request says which revision it is written in.
  case july2026 = "2026-07-28"

  /// Whether requests stand for themselves.
  var isStateless: Bool { self == .july2026 }

  /// Whether several messages may come in one.
  var hasBatches: Bool { self == .march2025 }

  /// Those whose requests stand for themselves.
  static var stateless: [ProtocolRevision] { allCases.filter(\.isStateless) }

  /// The one to go on with after a greeting that asks for another.
  static func greeted(_ wanted: String) -> ProtocolRevision {
    let spoken = allCases.filter { !$0.isStateless }
    return spoken.first { $0.rawValue == wanted } ?? .november2025
  }
}
