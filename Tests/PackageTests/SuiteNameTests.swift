import FoundationEssentials
import Testing

/// Suites are independent: code that several of them need has its own type.
@Suite struct SuiteNameTests {
  private typealias File = (path: String, text: String)

  @Test func `no suite is named in another file than its own`() throws {
    let manifest = try Manifest.load()
    for target in manifest.targets where target.kind == "testTarget" {
      let files = try manifest.files(of: target).map { path in
        let bytes = try Data(contentsOf: Manifest.root.appending(path: path))
        return (path: path, text: String(decoding: bytes, as: UTF8.self))
      }
      #expect(Self.borrowings(in: files) == [])
    }
  }

  @Test func `each file that names a suite of another is told`() {
    let files = [
      ("a", "@Suite struct OneTests {\n  let a = OneTests.self\n}"),
      ("b", "final class TwoTests {\n  let a = OneTests.a, b = OneTestsOfOld.a, c = NoTests.a\n}"),
      ("c", "extension TwoTests {}"),
    ]
    #expect(Self.borrowings(in: files) == ["b names OneTests", "c names TwoTests"])
  }

  private static func borrowings(in files: [File]) -> [String] {
    files.flatMap { own in
      suites(in: own.text).flatMap { suite in
        files.filter { $0.path != own.path && names(suite, $0.text) }
          .map { "\($0.path) names \(suite)" }
      }
    }
  }

  /// The types whose names end in `Tests` that a text declares.
  private static func suites(in text: String) -> [String] {
    words(with: "Tests", in: text).flatMap { words in
      zip(words, words.dropFirst())
        .filter { ["struct", "class", "enum", "actor"].contains($0) && $1.hasSuffix("Tests") }
        .map { String($1) }
    }
  }

  private static func names(_ suite: String, _ text: String) -> Bool {
    words(with: suite, in: text).contains { $0.contains { $0 == suite } }
  }

  /// The words of each line that contains some letters.
  private static func words(with letters: String, in text: String) -> [[Substring]] {
    Manifest.lines(with: letters, in: text).map { line in
      line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    }
  }
}
