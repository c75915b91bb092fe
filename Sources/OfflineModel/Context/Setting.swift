import ActionItemModel
import Windowing

/// What kind of talk a window is: people who work together, or people who help strangers.
struct Setting {
  /// Whether most of what is said is work done together.
  let isTeam: Bool
  private let support: Bool

  init(_ window: Window, _ signs: [CueScanner.Signs]) {
    var supporting = 0
    var teaming = 0
    var count = 0
    for index in window.lines.indices where window.lines[index].message.kind == .message {
      count += 1
      if signs[index].contains(.support) { supporting += 1 }
      if signs[index].contains(.team) { teaming += 1 }
    }
    isTeam = teaming * 5 >= count && teaming > supporting
    support = supporting * 8 >= count && supporting > teaming
  }

  /// Whether somebody is being helped with a machine of his own there.
  func isSupport(at line: Int) -> Bool { support }
}
