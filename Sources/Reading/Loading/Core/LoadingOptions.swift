import ActionItems
import Archives
package import CivilTime

/// What the user knows about the exports beyond what they say themselves.
package struct LoadingOptions: Sendable {
  /// The zone of times that state none.
  package var zone: Zone
  /// Where the zones are found that exports name.
  package var zones: ZoneDatabase
  /// The order of day and month in numeric dates; nil to infer it.
  package var dateOrder: DateOrder?
  /// The day on which files begin that have times without a day; nil where nobody knows.
  package var date: CivilDate?
  /// What the columns of tables hold; nil for tables whose first lines tell.
  package var columns: TableColumns?
  /// The id for a conversation that has none in its export; nil to make one.
  package var conversationId: String?
  /// The folder that relative paths begin in: conversations without a name are called after the folders that
  /// they lie in. Nil where nobody knows.
  package var workingFolder: String?
  /// The longest single record that is read, in bytes.
  package var recordLimit: Int
  /// Files and conversations that are read side by side, each by a thread of its own; what is found is the same
  /// whatever their number.
  package var jobs = 1
  /// How many times its compressed size an archive may expand to; nil for what any honest export keeps to.
  package var archiveRatio: Int?
  /// The expanded size in bytes up to which that is not looked at; nil for the usual one.
  package var archiveRatioFloor: Int?
  /// The most bytes that are copied of standard input or a pipe.
  package var pipeLimit = 16 << 30
  /// Follows which files are read, and says which are not to be read now.
  package var watch: (any FileWatch)?
  /// Keeps copies of pipes that are read twice; nil where each is read once.
  package var pipes: PipeCopies?

  /// A path from the root on, as far as the working folder is known.
  package func location(of path: String) -> String { DiskPath(path, from: workingFolder).location }

  /// How much archives may ask of their reader.
  var archiveLimits: ArchiveLimits {
    var limits = ArchiveLimits()
    if let archiveRatio { limits.ratio = archiveRatio }
    if let archiveRatioFloor { limits.ratioFloor = archiveRatioFloor }
    return limits
  }

  /// What to tell the user of an export whose times state no zone.
  var unzonedWarning: String {
    "its times state no zone and were taken as \(zone.identifier) (--time-zone names another)"
  }

  package init(
    zone: Zone, zones: ZoneDatabase, dateOrder: DateOrder? = nil, date: CivilDate? = nil,
    conversationId: String? = nil, workingFolder: String? = nil, recordLimit: Int = 16 << 20
  ) {
    self.zone = zone
    self.zones = zones
    self.dateOrder = dateOrder
    self.date = date
    self.conversationId = conversationId
    self.workingFolder = workingFolder
    self.recordLimit = recordLimit
  }
}

extension LoadingOptions {
  /// A conversation: with the id that its export gives it, else with the one that the user gives, else with one that is
  /// made of platform and title, or of those who speak where it has no title.
  func conversation(
    _ format: FormatDescription, id: String? = nil, title: String?, kind: Conversation.Kind? = nil,
    participants: [Participant] = [], madeOf identity: String?? = nil, platform: String? = nil,
    speakers: Set<String> = []
  ) -> Conversation {
    let given = id ?? conversationId
    return Conversation(
      id: given ?? Self.madeId(platform ?? format.platform, identity ?? title, speakers),
      title: title, platform: format.platform, kind: kind, participants: participants,
      hasMadeId: given == nil)
  }

  /// An id from platform and title, or without a title from those who speak; never from a path.
  private static func madeId(
    _ platform: String, _ title: String?, _ speakers: Set<String>
  ) -> String {
    var digest = MessageDigest()
    digest.add(platform)
    digest.add(title ?? "")
    if title == nil {
      for speaker in speakers.sorted() { digest.add(speaker) }
    }
    return "\(platform):\(String(digest.finish(), radix: 16))"
  }
}
