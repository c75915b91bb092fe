import ActionItems
import FoundationEssentials
import Loading
import TestSupport
import Testing

@Suite struct TextMutationTests {
  /// The fixtures of the text formats, and pieces of them that are inserted at random.
  static let formats: [(folder: String, tokens: [String])] = [
    ("whatsapp", ["\n", "[", "] ", " - ", ": ", "1/2/26, ", "\u{200E}", "م", "<", ">"]),
    (
      "irc",
      [
        "\n", "<", "> ", "* ", "[10:00] ", " | ", "\t", "-!- ", "\u{03}", "--- Day changed ",
        "@1770714120 ", "<a!b@c> ", "[a!b@c] ACTION ", "<tr id=\"t10:00\">", "<th>", "</td>",
        "<br>",
      ]
    ),
    (
      "transcripts", ["\n", "\n\n", "-->", "<v Ann>", "Ann: ", "NOTE\n", "&#", "00:00:01.000 --> "]
    ),
    (
      "meetings",
      [
        "\n", "\n\n", "0:03 ", "  0:03", "   0:03", "[Ann] 10:00:00", " - ", "Ann: ",
        "Transcript\n",
        "00:00:01.000 --> ", "**", "#",
      ]
    ),
    ("line", ["\n", "\n\n", "\t", "2026.02.10 Tuesday\n", "10:00\tMats\t", "\"", "午後"]),
    (
      "kakaotalk",
      ["\n", "[Mats] [오전 10:00] ", "---------------", "2026년 2월 10일 오전 10:00, ", " : "]
    ),
    (
      "copied-chat",
      ["\n", "Mats, [10.02.2026 10:00]\n", "[2/10/2026 10:00 AM] Mats\n", " — ", "10:00 AM"]
    ),
    (
      "discord-html",
      [
        "\n", "<div class=chatlog__message-group>", "</div>", "<span class=chatlog__author>",
        "title=",
        "data-message-id=9999999999999999999", "chatlog__content", "&#",
      ]
    ),
    ("webex", ["\n", "\t", "02/20/2026\t10:00:00\t", " from ", " to ", ":\t", "(Privately)"]),
    (
      "zoom",
      [
        "\n", "10:00:00 From ", " to ", ":", "\t", "(Direct Message)", "Replying to \"", " To ",
        "[Host] ", "2026-04-20 ",
      ]
    ),
    ("signal", ["\n", "[2026-01-31 10:00:00] ", "> ", "Me: ", "(- ", " -)", "](./", "!["]),
    ("imessage", ["\n", "\n\n", "Jan 31, 2026  3:00:00 PM\n", "    ", "Edited ", "Reactions:\n"]),
    ("csv", ["\n", ",", ";", "\t", "\"", "\"\"", "\"\n", "1/2/26"]),
    ("mail", ["\n", "\n\n", "\n\nFrom a@b Sat Jan 31 15:48:11 2026\n", "=?utf-8?Q?", "--", "="]),
  ]

  @Test(arguments: formats)
  func `mutated files are read or refused, and what they hold adds up`(
    folder: String, tokens: [String]
  ) throws {
    let path = Golden.path("exports/\(folder)")
    let directory = try TemporaryDirectory()
    let names = try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
    for name in names {
      guard let data = FileManager.default.contents(atPath: "\(path)/\(name)") else { continue }
      let original = [UInt8](data)
      var mutator = ByteMutator(seed: UInt64(name.utf8.count), tokens: tokens)
      for number in 0..<FuzzRounds.count(max(6, 60 / names.count)) {
        let mutant = mutator.mutant(number, of: original)
        let sink = try RecordingSink.load(try directory.write(mutant, to: "mutant"))
        for loaded in sink.loaded {
          let report = try #require(loaded.report)
          #expect(report.records == loaded.messages.count + report.skipped.values.reduce(0, +))
          #expect(loaded.messages.reduce(0) { $0 + $1.text.utf8.count } <= mutant.count * 3 + 100)
        }
      }
    }
  }
}
