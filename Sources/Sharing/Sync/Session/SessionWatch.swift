/// Finds out for a `RemoteSync` that the other side takes too long: output stalls, its workstation is offline, a cursor
/// or the close is missing. It also counts answers that wait to be sent, and notes since when a server is unavailable.
struct SessionWatch: Sendable {
  private let settings: RemoteSync.Settings
  /// The bytes handed to the connection and not yet sent, and the time since which none were sent.
  private(set) var output: (bytes: Int, since: Duration) = (0, .zero)
  /// The number of answers queued for the remote since the output was last empty.
  var answers = 0
  /// The time since which the connection is closing; nil before.
  var closingSince: Duration?
  /// The time since which the workstation of a tunnel is offline; nil if it is online.
  var offlineSince: Duration?
  /// The time since which the server sends nothing and only its `sync.position` is missing; otherwise nil.
  var silentSince: Duration?
  /// The time since which the server reports that it can take nothing; nil once it has taken something.
  var unavailableSince: Duration?

  init(_ settings: RemoteSync.Settings) { self.settings = settings }

  mutating func noteOutput(_ bytes: Int, _ now: Duration) {
    if bytes < output.bytes || (output.bytes == 0 && bytes > 0) { output.since = now }
    output.bytes = bytes
    if bytes == 0 { answers = 0 }
  }

  /// The time when the output has stalled too long; nil if nothing waits to be sent.
  private var stallDeadline: Duration? {
    output.bytes > 0 ? output.since + settings.stallTimeout : nil
  }

  /// The time by which the remote must have closed; nil if no close is under way. Pending output has its own limit.
  var closingDeadline: Duration? {
    closingSince.map { stallDeadline ?? max($0, output.since) + settings.closingTimeout }
  }

  private var offlineDeadline: Duration? {
    settings.mode == .follow ? nil : offlineSince.map { $0 + settings.offlinePatience }
  }

  private var silenceDeadline: Duration? {
    // Nothing is expected of a server whose workstation is offline.
    offlineSince == nil ? silentSince.map { $0 + settings.positionPatience } : nil
  }

  /// The time from which `problem` returns a problem, if nothing happens until then; nil if nothing is awaited.
  var deadline: Duration? {
    [stallDeadline, offlineDeadline, silenceDeadline].compactMap { $0 }.min()
  }

  /// Returns what has taken too long at `now`, if anything.
  func problem(_ now: Duration) -> String? {
    let partner = settings.session.partner
    if let stallDeadline, stallDeadline <= now {
      return "\(partner) has read nothing for \(settings.stallTimeout.text)"
    }
    if let offlineDeadline, offlineDeadline <= now {
      return "the workstation of \(partner) is offline"
    }
    guard let silenceDeadline, silenceDeadline <= now else { return nil }
    let wait = settings.positionPatience.text
    return
      "\(partner) announced sync.position, but has not sent it for \(wait)"
  }
}
