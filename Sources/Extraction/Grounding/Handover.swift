/// Recognises messages that give a task to somebody else.
enum Handover {
  static func stands(in text: FoldedText) -> Bool { cues.contains { text.contains($0) } }

  private static let cues: [[UInt8]] = [
    " instead", "instead of", "take over", "takes over", "taking over", "took over",
    "take this over",
    "take it over", "hand over", "hand it over", "hands over", "handing ", "reassign", "swap",
    "on my behalf", "in my place", "for me?", "cant make it", "stattdessen", "an meiner stelle",
    "ubernimm", "ubernehm", "abgeb",
  ].map { Array($0.utf8) }
}
