import CivilTime
import DueDates
import Extraction
import OfflineModel
import TimeZones
import Windowing

/// What decides how replies are held against the chat.
struct GroundingTerms: Hashable {
  var timeZone: String
  /// The order of day and month in numeric dates, where one is set.
  var dateOrder: DateOrder?
  /// Messages kept around an item's own.
  var contextLines: Int
  var strictness: Grounder.Strictness

  /// A model that reads nothing is found out after so many windows.
  static let silentWindows = 20

  func grounder(_ zone: Zone, _ zones: ZoneDatabase) -> Grounder {
    Grounder(
      zone: zone, zones: zones, deadlines: DueDateReader(order: dateOrder),
      contextLines: contextLines, strictness: strictness)
  }

  /// When a reply of an endpoint is not believed at once.
  var secondLook: SecondLook {
    let reader = OfflineReader(deadlines: DueDateReader(order: dateOrder))
    var look = SecondLook(silentWindows: Self.silentWindows) { reader.certainLines(in: $0) }
    look.seemsToHold = { reader.seemsToHold(anItem: $0) }
    return look
  }
}
