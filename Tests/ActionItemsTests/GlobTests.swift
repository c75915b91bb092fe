import ActionItems
import Testing

@Suite struct GlobTests {
  @Test(arguments: [
    ("*", "anything", true), ("general", "General", true), ("gen*", "general", true),
    ("*ral", "general", true), ("g?neral", "general", true), ("g*n*l", "general", true),
    ("general", "generals", false), ("", "", true), ("", "x", false), ("a*b*c", "abxbc", true),
    ("**", "", true), ("?", "", false),
  ])
  func `globs fit`(pattern: String, text: String, fits: Bool) {
    #expect(Glob(pattern).matches(text) == fits, "\(pattern) \(text)")
  }
}
