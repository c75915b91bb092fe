import Windowing

/// Holds readings back that may not be what they seem, until a trial has shown whether they are.
///
/// Three things are doubtful: that a model finds nothing in window after window; that an endpoint counts fewer tokens
/// than a prompt can have, because it may have cut the prompt and because it may not really count; and that windows
/// have only themselves to blame where not one got an answer of use, or where most were refused.
struct EndpointHealth {
  enum Verdict: Hashable {
    case believe
    /// It is kept here until there is more to know.
    case hold
  }

  /// What a trial showed of an endpoint that nothing is to be had of.
  enum Conclusion: Hashable {
    /// The model finds nothing at all; it was silent about so many windows.
    case silent(Int)
    /// The endpoint gives no answer of use to anything; it gave none to so many windows.
    case useless(Int)
    /// The endpoint refuses whatever it is asked; it refused so many windows.
    case refusing(Int)
  }

  enum Trust {
    case unknown, yes, no
  }

  /// Silent windows after which a trial is due; nil where silence is believed.
  private let silentWindows: Int?
  /// Windows without an answer of use after which a trial is due.
  private let uselessWindows: Int
  private var trustsSilence: Trust
  /// Whether an endpoint that counts too few tokens has read too few.
  private(set) var trustsCounts = Trust.unknown
  private var trustsAnswers = Trust.unknown
  private var held: [WindowTask.Result] = []
  /// Silent readings that are not believed.
  private var disbelieved: [WindowReading] = []
  private var silent = 0
  private var useless = 0
  private var answered = 0
  private var refused = 0
  /// Windows that were refused since one was answered, or since a trial showed that others are.
  private var refusedInRow = 0
  /// Whether a trial was begun because refusals are doubtful.
  private var triesRefusals = false
  private(set) var isTrying = false
  private var trialsWithoutAnswer = 0
  /// Whether a trial, made for whatever reason, showed that the model finds nothing where there certainly is something.
  private var hasMissed = false
  /// Whether a window seems to hold an item, so that silence about it is doubtful in itself.
  private let seemsToHold: (Window) -> Bool
  /// Whether a trial was begun because silence is doubtful.
  private var triesSilence = false
  /// Whether the trial behind the last window was begun.
  private var hasTriedLast = false

  /// So many trials without an answer show that there will be none.
  private static let mostTrials = 2

  init(
    silentWindows: Int?, uselessWindows: Int = .max,
    seemsToHold: @escaping (Window) -> Bool = { _ in false }
  ) {
    self.seemsToHold = seemsToHold
    self.silentWindows = silentWindows
    self.uselessWindows = uselessWindows
    trustsSilence = silentWindows == nil ? .yes : .unknown
  }

  var count: Int { held.count }

  /// Decides about a reading; one that is to be held is kept.
  mutating func judge(_ result: WindowTask.Result) -> Verdict {
    if result.reading.usageStats.short != nil, trustsCounts == .unknown {
      held.append(result)
      return .hold
    }
    if !result.reading.isSilent {
      if result.reading.parts.contains(where: { !$0.findings.isEmpty }) { trustsSilence = .yes }
      return .believe
    }
    if trustsSilence == .yes { return .believe }
    // What was under way when the trial showed that silence means nothing is no better than what was held.
    silent += 1
    held.append(result)
    return .hold
  }

  /// Notes a window that got an answer of use, or one that got none.
  mutating func noteAnswer(isOfUse: Bool) {
    guard isOfUse else {
      useless += 1
      return
    }
    trustsAnswers = .yes
    answered += 1
    refusedInRow = 0
  }

  mutating func noteRefusal() {
    refused += 1
    refusedInRow += 1
  }

  /// Whether it was shown that no window can get an answer of use, or none any more.
  var isUseless: Bool { trustsAnswers == .no }

  /// Whether it is time for a trial; it is begun then. `isLast` says that no window will come any more.
  mutating func beginsTrial(isLast: Bool = false) -> Bool {
    let isSilent =
      trustsSilence == .unknown
      && (silent >= silentWindows ?? .max || isLast && !hasTriedLast && isDoubtful)
    let isShort = trustsCounts == .unknown && held.contains { $0.reading.usageStats.short != nil }
    let seemsUseless =
      trustsAnswers == .unknown && (useless >= uselessWindows || isLast && useless > 0)
    let isRefusing =
      trustsAnswers != .no
      && (refusedInRow >= uselessWindows || isLast && !hasTriedLast && refused > answered)
    guard !isTrying, isSilent || isShort || seemsUseless || isRefusing else { return false }
    isTrying = true
    triesRefusals = isRefusing
    if isLast { hasTriedLast = true }
    triesSilence = isSilent
    return true
  }

  /// Takes over what a trial showed; nil where there is something to be had of the endpoint.
  mutating func end(_ verdict: CanaryProbe.Verdict) -> Conclusion? {
    isTrying = false
    switch verdict {
    case .found(let prompt):
      refusedInRow = 0
      (trustsSilence, trustsAnswers) = (.yes, .yes)
      judgeCounts(by: prompt)
    case .missed(let prompt):
      refusedInRow = 0
      (trustsAnswers, hasMissed) = (.yes, true)
      judgeCounts(by: prompt)
      return conclusion()
    case .unreadable(_, let prompt):
      judgeCounts(by: prompt)
      return conclusion()
    case .failed:
      judgeCounts(by: nil)
      return conclusion()
    case .unknown:
      refusedInRow = 0
      // An endpoint may be out of order for a moment.
      trialsWithoutAnswer += 1
      guard trialsWithoutAnswer >= Self.mostTrials else { break }
      if trustsSilence == .unknown { trustsSilence = .yes }
      if trustsCounts == .unknown { trustsCounts = .no }
      if trustsAnswers == .unknown { trustsAnswers = .yes }
    }
    return nil
  }

  private mutating func conclusion() -> Conclusion? {
    if trustsSilence == .unknown,
      triesSilence || silent >= silentWindows ?? .max || hasMissed && mute > 0
    {
      trustsSilence = .no
      return .silent(max(silent, mute))
    }
    if triesRefusals, refusedInRow > 0 {
      trustsAnswers = .no
      return .refusing(refused)
    }
    guard trustsAnswers == .unknown, useless > 0 else { return nil }
    trustsAnswers = .no
    return .useless(useless)
  }

  /// Silent readings that are held, whatever for.
  private var mute: Int { held.count { $0.reading.isSilent } }

  /// Items that a model named in windows that are held as silent, since each of them was refused.
  var refusedItems: Int {
    held.filter(\.reading.isSilent).flatMap(\.reading.diagnostics).count { $0.rejection != nil }
  }

  /// Whether few silent windows are not believed either.
  private var isDoubtful: Bool {
    held.contains { $0.reading.isSilent && (hasMissed || seemsToHold($0.task.window)) }
  }

  /// An endpoint that counts the same whatever it reads does not count; nor does one that counts too
  /// few tokens of a prompt that fits everywhere.
  private mutating func judgeCounts(by prompt: PromptCount?) {
    guard trustsCounts == .unknown else { return }
    let others = held.compactMap(\.reading.usageStats.short?.counted)
    let isCount = prompt.map { $0.counted >= $0.least && !others.contains($0.counted) } ?? false
    trustsCounts = isCount ? .yes : .no
  }

  /// Lets go of what need not be held any more: all that is left where nothing more will come, save
  /// the silence of a model that was found to read nothing, for `takeDisbelieved`.
  mutating func release(all: Bool = false) -> [WindowTask.Result] {
    let all = all && !isTrying
    if all, trustsCounts == .unknown { trustsCounts = .no }
    var kept: [WindowTask.Result] = []
    var released: [WindowTask.Result] = []
    for result in held {
      let isShort = result.reading.usageStats.short != nil
      // What is read again does not count.
      let isSilent =
        result.reading.isSilent && (!isShort || trustsCounts == .no || result.task.refusesShort)
      let isUnclear = isShort && trustsCounts == .unknown || isSilent && trustsSilence == .unknown
      let isUntrue = isSilent && trustsSilence == .no
      let isSettled = all || !isUnclear && !isUntrue
      if !isSettled {
        kept.append(result)
      } else if isUntrue {
        disbelieved.append(result.reading)
      } else {
        released.append(result)
      }
    }
    held = all ? [] : kept
    return released
  }

  /// Readings that `release` let go of and that nothing is kept of: what was refused in them is told all the same.
  mutating func takeDisbelieved() -> [WindowReading] {
    defer { disbelieved = [] }
    return disbelieved
  }

  /// Whether the endpoint read only a part of a prompt.
  func isCut(_ result: WindowTask.Result) -> Bool {
    result.reading.usageStats.short != nil && trustsCounts == .yes
  }
}
