import ActionItems
import System

/// Colours and bold text in lists and reviews on a terminal. Words or a mark always convey the same information.
struct Paint {
  private let isOn: Bool

  static let none = Paint(isOn: false)

  private init(isOn: Bool) { self.isOn = isOn }

  /// The values of `--color`.
  enum ColorMode: String, CaseIterable { case auto, always, never }

  /// Decides about colours. In automatic mode a terminal with escape sequences gets them, unless `NO_COLOR` is set
  /// (https://no-color.org).
  init(_ mode: ColorMode, for output: OutputStream, environment: [String: String]) {
    switch mode {
    case .always: isOn = true
    case .never: isOn = false
    case .auto: isOn = output.takesEscapes && (environment["NO_COLOR"] ?? "").isEmpty
    }
  }

  /// A style, with its number in an escape sequence.
  private enum Style: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
  }

  private func styled(_ text: String, _ style: Style) -> String {
    isOn ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  func head(_ text: String) -> String { styled(text, .bold) }

  func faint(_ text: String) -> String { styled(text, .dim) }

  func cell(
    _ text: String, of part: ColumnLayout.Part, _ item: ActionItem, _ clock: ItemClock
  ) -> String {
    if !item.isOpen { return styled(text, .dim) }
    switch part {
    case .due: return clock.isOverdue(item) ? styled(text, .red) : text
    case .mark, .task: return item.priority == .high ? styled(text, .bold) : text
    case .conversation, .pending: return styled(text, .dim)
    case .id, .who: return text
    }
  }
}
