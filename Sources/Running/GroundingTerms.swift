import DueDates
package import Extraction
import OfflineModel
package import RunFiles
package import TimeZones

extension GroundingTerms {
  /// A model that reads nothing is found out after so many windows.
  static let silentWindows = 20

  package func grounder(_ zone: Zone, _ zones: ZoneDatabase) -> Grounder {
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
