/// Holds readings back that may not be what they seem, until a trial has shown whether they are.
///
/// Two things are doubtful: that a model finds nothing in window after window, and that an endpoint
/// counts fewer tokens than a prompt can have, because it may have cut the prompt and because it may
/// not really count.
struct Doubts {
  /// What to do about a reading.
  enum Verdict: Hashable {
    case believe
    /// It is kept here until there is more to know.
    case hold
  }

  private enum Trust {
    case unknown, yes, no
  }

  /// Silent windows after which a trial is due; nil where silence is believed.
  private let silentWindows: Int?
  private var trustsSilence: Trust
  private var trustsCounts = Trust.unknown
  private var held: [WindowTask.Result] = []
  private var silent = 0
  private(set) var isTrying = false

  init(silentWindows: Int?) {
    self.silentWindows = silentWindows
    trustsSilence = silentWindows == nil ? .yes : .unknown
  }

  /// Readings that are held.
  var count: Int { held.count }

  /// Decides about a reading; one that is to be held is kept.
  mutating func judge(_ result: WindowTask.Result) -> Verdict {
    if result.reading.short != nil, trustsCounts == .unknown {
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

  /// Whether it is time for a trial; it is begun then.
  mutating func beginsTrial() -> Bool {
    let isSilent = trustsSilence == .unknown && silent >= silentWindows ?? .max
    let isShort = trustsCounts == .unknown && held.contains { $0.reading.short != nil }
    guard !isTrying, isSilent || isShort else { return false }
    isTrying = true
    return true
  }

  /// Takes over what a trial showed; returns how many windows a model was silent about that finds
  /// nothing at all, nil where it does find something.
  mutating func end(_ verdict: Trial.Verdict) -> Int? {
    isTrying = false
    switch verdict {
    case .found(let prompt):
      trustsSilence = .yes
      judgeCounts(by: prompt)
    case .missed(let prompt), .unreadable(_, let prompt):
      judgeCounts(by: prompt)
      if trustsSilence == .unknown, silent >= silentWindows ?? .max {
        trustsSilence = .no
        return silent
      }
    case .unknown:
      trustsSilence = .yes
      trustsCounts = .no
    }
    return nil
  }

  /// An endpoint that counts the same whatever it reads does not count; nor does one that counts too
  /// few tokens of a prompt that fits everywhere.
  private mutating func judgeCounts(by prompt: PromptCount?) {
    guard trustsCounts == .unknown else { return }
    let others = held.compactMap(\.reading.short?.counted)
    let isCount = prompt.map { $0.counted >= $0.least && !others.contains($0.counted) } ?? false
    trustsCounts = isCount ? .yes : .no
  }

  /// Lets go of what need not be held any more: all that is left where nothing more will come, save
  /// the silence of a model that was found to read nothing.
  mutating func release(all: Bool = false) -> [WindowTask.Result] {
    let all = all && !isTrying
    if all, trustsCounts == .unknown { trustsCounts = .no }
    var kept: [WindowTask.Result] = []
    var released: [WindowTask.Result] = []
    for result in held {
      let isUnclear =
        result.reading.short != nil
        ? trustsCounts == .unknown : result.reading.isSilent && trustsSilence == .unknown
      let isUntrue = result.reading.isSilent && trustsSilence == .no
      if !isUntrue, all || !isUnclear { released.append(result) } else { kept.append(result) }
    }
    held = all ? [] : kept
    return released
  }

  /// Whether the endpoint read only a part of a prompt.
  func isCut(_ result: WindowTask.Result) -> Bool {
    result.reading.short != nil && trustsCounts == .yes
  }
}
