import TestSupport
import Testing

@Suite struct SkippedFilesTests {
  /// A folder with one chat and many other files, some of them in an archive.
  static func folder() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory(#"[{"id":1,"user":"a","text":"x"}]"#, in: "in/chat.json")
    for name in ["a.png", "b.PNG", "deep/c.png", "d.png", "notes", "really.a name with words"] {
      try directory.write("nothing known", to: "in/\(name)")
    }
    try directory.write("", to: "in/empty.json")
    try directory.write("", to: "in/.hidden")
    var zip = ZipWriter()
    zip.add("inside.pdf", Array("nothing known".utf8))
    try directory.write(zip.bytes(), to: "in/more.zip")
    return directory
  }

  @Test func `inspect lists skipped files by kind, with a few names`() async throws {
    let outcome = try await Self.folder().tool("inspect", "in")
    #expect(
      outcome.output.hasSuffix(
        """

        SKIPPED                       COUNT  EXAMPLES
        .png, in no known format      4      a.png, b.PNG, d.png
        in no known format            2      notes, really.a name with words
        hidden or not a regular file  1      .
        empty                         1      empty.json
        .pdf, in no known format      1      more.zip/inside.pdf

        """), "\(outcome.output)")
  }

  @Test func `skipped files are a JSON object after the conversations`() async throws {
    let outcome = try await Self.folder().tool("inspect", "--json", "in")
    #expect(outcome.lines.count == 2)
    #expect(outcome.lines[0].contains(#""conversationId""#))
    #expect(
      outcome.lines[1].hasPrefix(
        #"{"schema":1,"passedOver":[{"reason":"in no known format","extension":"png","count":4,"files":["in/a.png","in/b.PNG","in/d.png"]},"#
      ), "\(outcome.lines[1])")
    #expect(outcome.lines[1].contains(#"{"reason":"empty","extension":null,"count":1,"#))
  }

  @Test func `a folder without skipped files prints nothing about them`() async throws {
    let directory = try TemporaryDirectory(#"[{"id":1,"user":"a","text":"x"}]"#, in: "chat.json")
    let table = try await directory.tool("inspect", "chat.json")
    let json = try await directory.tool("inspect", "--json", "chat.json")
    let messages = try await directory.tool("inspect", "--messages", "chat.json")
    #expect(!(table.output + json.output + messages.output).contains("PASSED"))
    #expect(json.lines.count == 1)
  }
}
