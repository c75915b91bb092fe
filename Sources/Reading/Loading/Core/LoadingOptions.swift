import ActionItems
import Archives
package import CivilTime

/// The options of `ConversationLoader`: the user's statements, limits and watchers. Below: the ids of conversations.
package struct LoadingOptions: Sendable {
  /// The zone of times without one.
  package var zone: Zone
  /// Whether the user named that zone, so that no warning is needed.
  package var isZoneSet = false
  /// The database of the zones that exports name.
  package var zones: ZoneDatabase
  /// The order of day and month in numeric dates; nil to infer it.
  package var dateOrder: DateOrder?
  /// The first day of a file whose times have no date; nil if unknown.
  package var date: CivilDate?
  /// The contents of a table's columns; nil if its first line names them.
  package var columns: TableColumns?
  /// The id for a conversation without one; nil to make a synthetic id.
  package var conversationId: String?
  /// The folder that relative paths start from; nil if unknown. Names of folders may become titles.
  package var workingFolder: String?
  /// The longest single record that is read, in bytes.
  package var recordLimit: Int
  /// The number of files and conversations that are read in parallel, each on its own thread. The result does not
  /// depend on it.
  package var jobs = 1
  /// The highest expansion ratio of an archive; nil for the default, which any honest export stays below.
  package var archiveRatio: Int?
  /// The expanded size in bytes up to which the ratio is not checked; nil for the default.
  package var archiveRatioFloor: Int?
  /// The most bytes that are copied from standard input or a pipe.
  package var pipeLimit = 16 << 30
  /// Tracks which files are read and decides which must not be read now.
  package var watch: (any FileWatch)?
  /// Keeps copies of pipes that are read twice; nil if each is read once.
  package var pipes: PipeCopies?

  /// The absolute path, if the working folder is known.
  package func location(of path: String) -> String { DiskPath(path, from: workingFolder).location }

  var archiveLimits: ArchiveLimits {
    var limits = ArchiveLimits()
    if let archiveRatio { limits.ratio = archiveRatio }
    if let archiveRatioFloor { limits.ratioFloor = archiveRatioFloor }
    return limits
  }

  /// The warning for an export whose times have no zone.
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
  /// A conversation with the export's id, else the user's, else one made of platform and `identity`, by default the
  /// title. If that is nil, the id is empty, and `ConversationWriter` makes it from the first message.
  func conversation(
    _ format: FormatDescription, id: String? = nil, title: String?, kind: Conversation.Kind? = nil,
    participants: [Participant] = [], idFrom identity: String?? = nil, platform: String? = nil
  ) -> Conversation {
    let given = id ?? conversationId
    let synthetic = (identity ?? title).map {
      Conversation.syntheticId(platform ?? format.platform, [$0])
    }
    return Conversation(
      id: given ?? synthetic ?? "",
      title: title, platform: format.platform, kind: kind, participants: participants,
      hasSyntheticId: given == nil)
  }
}

extension Conversation {
  /// An id made of the platform and of parts of the export that stay as they are when it grows; never of a path.
  static func syntheticId(_ platform: String, _ parts: [String]) -> String {
    var digest = StableHash()
    digest.add(platform)
    for part in parts { digest.add(part) }
    return "\(platform):\(String(digest.finish(), radix: 16))"
  }
}
