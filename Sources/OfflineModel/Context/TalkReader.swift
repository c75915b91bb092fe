import ActionItemModel
import CivilTime
import DueDates
import TimeZones
import Windowing

/// Reads a window: finds the acts of its messages and weighs each by what stands around it.
final class TalkReader {
  let window: Window
  let model: CompiledModel
  let names: Names
  let deadlines: DueDateReader
  private let signs: [CueScanner.Signs]
  /// The words of lines that were looked into, which most are not.
  private var utterances: [Utterance] = []
  /// Which of these a line's are; -1 where there are none yet.
  private var places: [Int32]
  /// Which senders are programs, once that was asked.
  private var bots: [String: Bool] = [:]
  /// The lines that may tell that something is done, once they were asked for.
  private(set) lazy var reportLines = findReports()
  /// What may be names of strangers, once they were asked for.
  private(set) lazy var namesWithin = findNamesWithin()
  /// Features of the kind of talk, once they were asked for.
  private(set) lazy var talk = findTalk()

  /// An act and the line that it stands in.
  struct Found {
    let line: Int
    var act: Act
    /// The logit of it being an item.
    var score = 0.0
    /// The hashes of the words that tell what it is about.
    var topic: Set<UInt64>
    /// The tickets that its sentence names: words with capital letters and digits, `#` and digits.
    var tickets: Set<UInt64> = []
    /// The numbers in its task: "part 2" is not "part 3".
    var numbers: Set<UInt64> = []
    /// The names in its task: what is for Zoe is not for Tom, January's is not February's.
    var marks: Set<UInt64> = []
    /// Who is to do it, once the answers are known.
    var assignee: String?
    /// The line by which it was taken on, if it is not the same.
    var answer: Int?
    /// The line that asked for it, or for somebody to do it.
    var origin: Int?
    /// The line that says no more than that it is done.
    var completion: Int?
    /// Other acts that are about the same task.
    var others: [(line: Int, act: Act)] = []
  }

  init(
    _ window: Window, _ model: CompiledModel, _ deadlines: DueDateReader, signs: [CueScanner.Signs]
  ) {
    self.window = window
    self.deadlines = deadlines
    self.model = model
    self.signs = signs
    names = Names(window.participants, speakers: Set(window.lines.compactMap(\.message.sender)))
    places = Array(repeating: -1, count: window.lines.count)
  }

  /// The words of a line, split once.
  func utterance(_ line: Int) -> Utterance {
    if places[line] >= 0 { return utterances[Int(places[line])] }
    var made = model.tokenizer.utterance(window.lines[line].message.text)
    note(cuesOf: &made)
    places[line] = Int32(utterances.count)
    utterances.append(made)
    return made
  }

  /// Notes which phrases stand in a message: whoever answers is asked for them again and again.
  private func note(cuesOf utterance: inout Utterance) {
    let phrases = model.lexicon.phrases
    let first = utterance.sentences.first?.prefix(Self.openingWords) ?? 0..<0
    for sentence in utterance.sentences {
      for index in sentence {
        guard let cue = phrases.cue(at: index, in: utterance.words, end: sentence.upperBound) else {
          continue
        }
        utterance.cues.insert(cue.kind)
        if first.contains(index) { utterance.firstCues.insert(cue.kind) }
      }
    }
  }

  /// A yes or no stands among so many first words, names included.
  private static let openingWords = 4

  /// Whether a line shows a sign; what one without it cannot say, its words need not be asked for.
  func shows(_ sign: CueScanner.Signs, _ line: Int) -> Bool { signs[line].contains(sign) }

  /// The phrase that begins at a word and does not go beyond `end`.
  func cue(at index: Int, in utterance: Utterance, to end: Int) -> Cue? {
    model.lexicon.phrases.cue(at: index, in: utterance.words, end: end)
  }

  func sender(_ line: Int) -> String? { window.lines[line].message.sender }

  // MARK: - Finding

  /// Everything said in the window by which work may be left to somebody, weighed.
  func weighed() -> [Found] {
    var found: [Found] = []
    for line in window.lines.indices where signs[line].contains(.cue) {
      guard window.lines[line].message.kind == .message, !isBot(sender(line)) else { continue }
      let utterance = utterance(line)
      var isSecond = false
      for act in actReader(of: utterance).acts() {
        var one = Found(
          line: line, act: act, topic: topic(act, utterance), tickets: tickets(act, utterance),
          numbers: numbers(act, utterance), marks: marks(act, utterance))
        if saysWhen(act.sentence, utterance) { one.act.evidence.insert(.dated) }
        if isSecond, act.who == .speaker { one.act.evidence.insert(.second) }
        weigh(&one, utterance)
        one.score = model.weights.score(of: features(one, utterance))
        if isItem(one) { isSecond = true }
        found.append(one)
      }
    }
    return completed(found)
  }

  /// What among the acts of the window is an item of its new lines, in their order.
  func items(among weighed: [Found]) -> [Found] {
    kept(of: weighed).filter { window.lines[$0.line].isNew }
  }

  /// What among the acts of the window is an item, of whatever line.
  func kept(of weighed: [Found]) -> [Found] {
    var found = weighed
    let minutes = Minutes(found, self)
    // Where minutes are taken, what counts is written down; the talk around it leads up to that.
    found = found.filter { $0.act.kind == .minute || !minutes.cover(line: $0.line) }
    // "I could do it" is hardly an item, but tells who does what was asked for.
    return merged(found.filter { isItem($0) || $0.act.kind == .take }).filter(isItem)
  }

  /// Whether an act is an item: what is written down as one is, and what is refused, done or denied is none.
  private func isItem(_ found: Found) -> Bool {
    if found.act.kind == .minute { return true }
    if found.act.isOver { return false }
    // "Shall I do it?" is nothing before somebody says yes, and a promise then.
    if found.act.kind == .proposal {
      return found.act.evidence.contains(.accepted) && found.act.evidence.contains(.workVerb)
    }
    return found.score > model.threshold
  }

  /// What is learned from of an act.
  func features(_ found: Found, _ utterance: Utterance) -> Features {
    features(
      of: found.act.sentence, in: found.line, utterance, found.act.evidence,
      isSpeakers: found.act.who == .speaker)
  }

  /// Whether a sentence states a time, whatever day that is.
  func saysWhen(_ sentence: Range<Int>, _ utterance: Utterance) -> Bool {
    deadlines.firstDeadline(in: utterance.text(sentence), reference: .epoch, zone: .utc) != nil
  }

  func isBot(_ name: String?) -> Bool {
    guard let name else { return false }
    if let known = bots[name] { return known }
    let small = name.lowercased()
    let isBot =
      small.hasSuffix("bot") || small.hasPrefix("ubot") || ["rrsagent", "zakim"].contains(small)
      || names.participants.first { $0.name == name }?.isBot == true
    bots[name] = isBot
    return isBot
  }

  /// The words that tell what an act is about.
  func topic(_ act: Act, _ utterance: Utterance) -> Set<UInt64> {
    let told = act.task.filter { !act.cue.range.contains($0) && isTelling($0, utterance) }
    return Set(told.map { utterance.words[$0].hash })
  }

  /// Whether a word tells what is spoken about.
  func isTelling(_ index: Int, _ utterance: Utterance) -> Bool {
    let word = utterance.words[index]
    let isTelling =
      word.id == 0 || !word.roles.isEmpty && word.roles.isSubset(of: [.work, .past, .doubtful])
    return isTelling && word.end - word.start > 2 && names.person(at: index, in: utterance) == nil
  }
}
