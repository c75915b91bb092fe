import ActionItemModel
import DueDates
import TestSupport
import Testing
import Windowing

@testable import OfflineModel

extension CueScanner {
  /// What stands in a text.
  func signs(in text: String) -> Signs {
    let text = Array(text.utf8) + [0x0A]
    return text.withUnsafeBufferPointer { signs(in: $0, [$0.count])[0] }
  }
}

@Suite struct CueScannerTests {
  static let model = CompiledModel()

  @Test func `every sign and every answer is seen, in any case and with either apostrophe`() {
    for language in CueLanguage.all {
      for (kind, text) in language.cues where kind.isSign || kind.isAnswer {
        for phrase in CuePhrase.expand(text) {
          let text = phrase.joined(separator: " ")
          for variant in [
            text, text.uppercased(), "ok, " + text + ".", text.replacing("'", with: "’"),
            text.replacing(" ", with: "   "),
          ] {
            let signs = Self.model.scanner.signs(in: variant)
            if kind.isSign { #expect(signs.contains(.cue), "\(variant)") }
            if kind.isAnswer { #expect(signs.contains(.answer), "\(variant)") }
          }
        }
      }
    }
  }

  @Test(arguments: [
    ("nothing", ""), ("a greeting", "good morning everybody"), ("inside a word", "the willow"),
    ("across a comma", "what I did, can, you know"),
  ])
  func `a text without a phrase has no sign`(name: String, text: String) {
    #expect(!Self.model.scanner.signs(in: text).contains(.cue), "\(name)")
  }

  @Test func `texts that are read side by side have the signs that each has alone`() {
    var random = SeededRandom(seed: 11)
    let words = [
      "can you", "send", "we", "sudo", "I’ll", "x", "the", "report,", "müssen", "wir", "",
    ]
    for count in [0, 1, 2, 3, 4, 5, 9, 40] {
      let texts = (0..<count).map { _ in
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          words[Int.random(in: 0..<words.count, using: &random)]
        }.joined(separator: " ")
      }
      let alone = texts.map { Self.model.scanner.signs(in: $0).rawValue }
      let lines = texts.map {
        Window.Line(Message(id: "1", sender: "Ada", timestamp: nil, text: $0), isNew: true)
      }
      let window = Window(
        conversation: Conversation(id: "c", title: nil, platform: "test"), number: 0, lines: lines,
        participants: [])
      #expect(Self.model.scanner.signs(in: window).map(\.rawValue) == alone)
    }
  }

  @Test func `whatever is found has a sign, and no text is too strange to read`() {
    var random = SeededRandom(seed: 7)
    let seeds = [
      "Ben, can you send the report by Friday? I'll review it.", "ACTION: Anna to call Ben (Carla)",
      "Ich rufe den Kunden am Montag an, kannst du das prüfen?",
      "`code` \"quoted\" > @Ben DS-12 ((",
      "I have it in the code, but need to add it to the docs", "ok will add it, and must test it",
      "assign DS-618 to Ben … we’ll see — don’t forget http://x.y/z?a=b, #action: x",
      "+1 will do, thanks!", "Sorry, can't – it's done. Perfekt, wird gemacht",
      "ok Ben Miller to send it\nAnna, Carla and van der Berg to call Ben; Carla can print it",
      "Notes of today\n- Ben to send it\n2. anna-lena and Ben Miller need to check it… Carla to go",
      "That is all. Jo\u{E3}o and @carla to print the badges! \"Ben\" can send it",
    ]
    let people = ["Anna", "Ben Miller", "carla", "anna-lena", "Jo\u{E3}o", "van der Berg"]
    let names = Names(
      people.map { Participant(id: $0, name: $0) }, speakers: Set(people))
    for round in 0..<1500 {
      var bytes = Array(seeds[round % seeds.count].utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: index)
        default: bytes.removeLast(bytes.count - index)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let utterance = Self.model.tokenizer.utterance(text)
      let acts = ActReader(lexicon: Self.model.lexicon, names: names, utterance: utterance).acts()
      if !acts.isEmpty { #expect(Self.model.scanner.signs(in: text).contains(.cue), "\(text)") }
      let window = Talk("Ben: \(text.split(whereSeparator: \.isNewline).joined(separator: " "))")
        .window
      let line = window.lines[0].message.text
      let cues = TalkReader(
        window, Self.model, DueDateReader(), signs: Self.model.scanner.signs(in: window)
      )
      .utterance(0).cues
      if !cues.isDisjoint(with: .answers) {
        #expect(Self.model.scanner.signs(in: line).contains(.answer), "\(line)")
      }
      if !cues.isDisjoint(with: [.call, .ask, .beg, .advise]) {
        #expect(Self.model.scanner.signs(in: line).contains(.cue), "\(line)")
      }
      #expect(Talk.reader.items(in: window) == Talk.reader.items(in: window))
    }
  }

  @Test func `kinds of phrases are evidence of the same name`() {
    for kind in Cue.Kind.allCases where kind.rawValue <= Cue.Kind.nameDuty.rawValue {
      #expect("\(Evidence(kind))" == "\(kind)")
    }
    #expect(Evidence(.proposal) == .offer)
  }
}
