import Extraction
import FieldMerging

/// Which of several settings, by persons who did not know of each other, is to stand.
public enum ConflictRule: Hashable, Sendable {
  /// The one that was made here.
  case mine
  /// The one that was made elsewhere.
  case theirs
  /// The one of a device, by any beginning of its id.
  case device(String)

  /// Reads `mine`, `theirs` or a device; nil for nothing.
  public init?(_ text: String) {
    switch text {
    case "": return nil
    case "mine": self = .mine
    case "theirs": self = .theirs
    default: self = .device(text)
    }
  }

  /// The rule as it is read.
  public var text: String {
    switch self {
    case .mine: "mine"
    case .theirs: "theirs"
    case .device(let id): id
    }
  }

  /// The greatest setting that it means; nil where there is none. The store's own have no device.
  func choice(_ conflict: FieldConflict, store: String) -> FieldSetting? {
    conflict.sides.filter { setting in
      let device = setting.stamp.device
      switch self {
      case .mine: return device.isEmpty
      case .theirs: return !device.isEmpty
      case .device(let id): return (device.isEmpty ? store : device).hasPrefix(id)
      }
    }.max()
  }
}
