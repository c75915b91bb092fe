import Windowing

/// Holds doubtful readings back until a canary probe has shown whether they can be trusted.
///
/// Three things are doubtful. A model may find nothing in window after window. An endpoint may report fewer tokens
/// than the prompt can have: it cut the prompt, or it does not really count. Windows may fail through the endpoint's
/// fault, if none got a usable reply or most were refused.
struct EndpointHealth {
  /// The verdict on an endpoint that cannot be used.
  enum Conclusion: Hashable {
    /// The model finds nothing at all. The number is that of windows without findings.
    case silent(Int)
    /// The endpoint gives no usable reply to anything. The number is that of windows without one.
    case useless(Int)
    /// The endpoint refuses everything. The number is that of refused windows.
    case refusing(Int)
  }

  enum Trust {
    case unknown, yes, no
  }

  /// The number of silent windows that starts a probe; nil to trust silence.
  private let silentWindows: Int?
  /// The number of windows without a usable reply, or refused in a row, that starts a probe.
  private let uselessWindows: Int
  /// Whether the model can be asked about a small chat. If not, silence is doubted only at the end, and only if no
  /// window has a finding.
  private let canProbe: Bool
  private var trustsSilence: Trust
  /// Whether token counts are real, so that a low count means a cut prompt.
  private(set) var trustsCounts = Trust.unknown
  private var trustsAnswers = Trust.unknown
  private var held: [WindowTask] = []
  /// Silent readings that are not trusted.
  private var distrusted: [WindowTask] = []
  private var silent = 0
  private var useless = 0
  private var answered = 0
  private var refused = 0
  /// The windows refused in a row since the last answered window or probe.
  private var refusedInRow = 0
  /// Whether the current probe was started because of refusals.
  private var probesRefusals = false
  private(set) var isProbing = false
  private var probesWithoutAnswer = 0
  /// Whether a probe showed that the model misses an item that is certainly there.
  private var hasMissed = false
  /// Whether a window seems to hold an item, so that a silent reading of it is doubtful.
  private let seemsToHold: (Window) -> Bool
  /// Whether the current probe was started because of silence.
  private var probesSilence = false
  /// Whether the probe after the last window was started.
  private var hasProbedLast = false

  /// After so many probes without an answer, no further answer is expected.
  private static let mostProbes = 2

  init(
    silentWindows: Int?, uselessWindows: Int = .max, canProbe: Bool = true,
    seemsToHold: @escaping (Window) -> Bool = { _ in false }
  ) {
    self.seemsToHold = seemsToHold
    self.silentWindows = silentWindows
    self.uselessWindows = uselessWindows
    self.canProbe = canProbe
    trustsSilence = silentWindows == nil ? .yes : .unknown
  }

  var count: Int { held.count }

  /// Returns whether a reading is believed at once. Another one is kept here until more is known.
  mutating func believes(_ task: WindowTask) -> Bool {
    if task.reading.usageStats.short != nil, trustsCounts == .unknown {
      held.append(task)
      return false
    }
    if !task.reading.isSilent {
      if task.reading.parts.contains(where: { !$0.findings.isEmpty }) { trustsSilence = .yes }
      return true
    }
    if trustsSilence == .yes { return true }
    // Silence that was under way during the probe is no better than the silence held before.
    silent += 1
    held.append(task)
    return false
  }

  /// Notes a window with or without a usable reply.
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

  /// Whether a probe showed that windows get no usable reply, or get none any longer.
  var isUseless: Bool { trustsAnswers == .no }

  /// Starts a probe if one is due; returns whether it did. `isLast` means that no further window will come.
  mutating func beginProbe(isLast: Bool = false) -> Bool {
    let isSilent =
      trustsSilence == .unknown
      && (silent >= silentWindows ?? .max && (canProbe || isLast)
        || isLast && !hasProbedLast && isDoubtful)
    let isShort = trustsCounts == .unknown && held.contains { $0.reading.usageStats.short != nil }
    let seemsUseless =
      trustsAnswers == .unknown && (useless >= uselessWindows || isLast && useless > 0)
    let isRefusing =
      trustsAnswers != .no
      && (refusedInRow >= uselessWindows || isLast && !hasProbedLast && refused > answered)
    guard !isProbing, isSilent || isShort || seemsUseless || isRefusing else { return false }
    isProbing = true
    probesRefusals = isRefusing
    if isLast { hasProbedLast = true }
    probesSilence = isSilent
    return true
  }

  /// Applies the verdict of a probe; returns nil unless the endpoint proved unusable.
  mutating func end(_ verdict: CanaryProbe.Verdict) -> Conclusion? {
    isProbing = false
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
    case .unreadable(_, let prompt), .cut(_, _, let prompt):
      judgeCounts(by: prompt)
      return conclusion()
    case .failed:
      judgeCounts(by: nil)
      return conclusion()
    case .unasked:
      (refusedInRow, trustsAnswers) = (0, .yes)
      judgeCounts(by: nil)
      return silent >= silentWindows ?? .max ? conclusion() : nil
    case .unknown:
      refusedInRow = 0
      // An endpoint may be out of order for a moment.
      probesWithoutAnswer += 1
      guard probesWithoutAnswer >= Self.mostProbes else { break }
      if trustsSilence == .unknown { trustsSilence = .yes }
      if trustsCounts == .unknown { trustsCounts = .no }
      if trustsAnswers == .unknown { trustsAnswers = .yes }
    }
    return nil
  }

  private mutating func conclusion() -> Conclusion? {
    if trustsSilence == .unknown,
      probesSilence || silent >= silentWindows ?? .max || hasMissed && mute > 0
    {
      trustsSilence = .no
      return .silent(max(silent, mute))
    }
    if probesRefusals, refusedInRow > 0 {
      trustsAnswers = .no
      return .refusing(refused)
    }
    guard trustsAnswers == .unknown, useless > 0 else { return nil }
    trustsAnswers = .no
    return .useless(useless)
  }

  /// The number of silent readings that are held, for any reason.
  private var mute: Int { held.count { $0.reading.isSilent } }

  /// The number of items that a model named in held windows and that were all rejected.
  var refusedItems: Int {
    held.filter(\.reading.isSilent).flatMap(\.reading.diagnostics).count { $0.rejection != nil }
  }

  /// Whether even a few silent windows are doubtful.
  private var isDoubtful: Bool {
    held.contains { $0.reading.isSilent && (hasMissed || seemsToHold($0.window)) }
  }

  /// Decides whether token counts are real. They are not if they are the same for different prompts, or too low for a
  /// prompt that fits everywhere.
  private mutating func judgeCounts(by prompt: PromptCount?) {
    guard trustsCounts == .unknown else { return }
    let others = held.compactMap(\.reading.usageStats.short?.counted)
    let isCount = prompt.map { $0.counted >= $0.least && !others.contains($0.counted) } ?? false
    trustsCounts = isCount ? .yes : .no
  }

  /// Releases the readings that need not be held. With `all`, and no probe under way, releases everything, because no
  /// further window will come. Only untrusted silence goes to `takeDistrusted`.
  mutating func release(all: Bool = false) -> [WindowTask] {
    let all = all && !isProbing
    if all, trustsCounts == .unknown { trustsCounts = .no }
    var kept: [WindowTask] = []
    var released: [WindowTask] = []
    for task in held {
      let isShort = task.reading.usageStats.short != nil
      // A window whose prompt was cut is read again, so its silence does not count.
      let isSilent =
        task.reading.isSilent && (!isShort || trustsCounts == .no || task.refusesShort)
      let isUnclear = isShort && trustsCounts == .unknown || isSilent && trustsSilence == .unknown
      let isUntrue = isSilent && trustsSilence == .no
      let isSettled = all || !isUnclear && !isUntrue
      if !isSettled {
        kept.append(task)
      } else if isUntrue {
        distrusted.append(task)
      } else {
        released.append(task)
      }
    }
    held = all ? [] : kept
    return released
  }

  /// Returns the untrusted readings. They are discarded, but the items rejected in them are still reported.
  mutating func takeDistrusted() -> [WindowTask] {
    defer { distrusted = [] }
    return distrusted
  }

  /// Whether the endpoint read only a part of a prompt.
  func isCut(_ task: WindowTask) -> Bool {
    task.reading.usageStats.short != nil && trustsCounts == .yes
  }
}
