import ActionItems
import Glibc
import Loading
import TestSupport
import Testing

/// Hidden files, links and duplicate names in folders and zips. Below: given and synthetic ids of conversations.
@Suite struct LinkTests {
  @Test func `links out of the folder are reported and not followed`() throws {
    let folder = try TemporaryDirectory()
    try folder.write(OneMessageChat.text, to: "elsewhere/b/chat.json")
    try folder.write(OneMessageChat.text, to: "export/chat.json")
    for (target, name) in [("../elsewhere", "out"), ("../elsewhere/b/chat.json", "out.json")] {
      #expect(symlink(target, folder.path + "/export/" + name) == 0)
    }
    let sink = try RecordingSink.load(folder.path + "/export")
    #expect(sink.lines == ["a: x"] && sink.failures.isEmpty)
    #expect(sink.skippedFiles == [.outside, .outside])
  }

  @Test func `a folder that is a link itself is read`() throws {
    let folder = try TemporaryDirectory()
    try folder.write(OneMessageChat.text, to: "export/chat.json")
    #expect(symlink("export", folder.path + "/name") == 0)
    let sink = try RecordingSink.load(folder.path + "/name")
    #expect(sink.lines == ["a: x"] && sink.skippedFiles.isEmpty)
  }

  @Test(arguments: ["a.json", "z.json"])
  func `a file of several names is read once`(name: String) throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(OneMessageChat.text, to: "m.json")
    #expect(symlink("m.json", folder.path + "/" + name) == 0)
    #expect(link(path, folder.path + "/hard.json") == 0)
    let sink = try RecordingSink.load(folder.path)
    #expect(sink.lines == ["a: x"])
    #expect(sink.skippedFiles == [.repeatedFile, .repeatedFile])
  }

  @Test func `what is hidden in a zip is counted as on disk`() throws {
    let folder = try TemporaryDirectory()
    var zip = ZipWriter()
    let names = [".hidden.json", ".git/a.json", ".git/b.json", "__MACOSX/._chat.json", "b/.x"]
    for name in names + ["chat.json"] { zip.add(name, OneMessageChat.text) }
    let sink = try RecordingSink.load(try folder.write(zip.bytes(), to: "chats.zip"))
    #expect(sink.lines == ["a: x"])
    #expect(sink.skippedFiles == [.special, .special, .special, .special])
  }

  @Test func `a second conversation that takes the id given is told of`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("[31.01.26, 15:48:00] Ann: x\n", to: "one.txt")
    try folder.write("[31.01.26, 15:48:00] Bo: y\n", to: "two.txt")
    var options = LoadingOptions.testing
    options.conversationId = "mine"
    let sink = try RecordingSink.load(folder.path, options: options)
    #expect(sink.loaded.map(\.conversation.id) == ["mine", "mine"])
    let told = sink.loaded.map { loaded in
      loaded.report?.warnings.contains { $0.contains("--conversation-id") } ?? false
    }
    #expect(told == [false, true])
  }

  @Test func `an id that was made is known as such when messages are read back`() throws {
    let folder = try TemporaryDirectory()
    let lines = """
      {"conversationId":"whatsapp:1","conversationHasMadeId":true,"user":"a","text":"x"}
      {"conversationId":"slack:C1","user":"a","text":"x"}
      """
    let sink = try RecordingSink.load(try folder.write(lines, to: "chat.jsonl"))
    #expect(sink.loaded.map(\.conversation.hasSyntheticId) == [true, false])
  }
}
