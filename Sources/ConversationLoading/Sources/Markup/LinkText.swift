import TextSearch

/// Links as plain text: the label, and the address where it says more.
enum LinkText {
  /// A label with its address behind it; either may be empty.
  static func plain(label: String, address: String) -> String {
    guard let shown = self.address(address, besides: label) else { return label }
    return label.isEmpty ? shown : "\(label) (\(shown))"
  }

  /// What of an address is worth reading beside a label; nil where the label says it all, or where
  /// the address leads nowhere outside its page.
  static func address(_ address: String, besides label: String) -> String? {
    for scheme in ["mailto:", "tel:"] where address.hasPrefix(scheme) {
      let plain = address.dropFirst(scheme.count)
      return label == plain ? nil : String(plain)
    }
    guard address.holds("://") else { return nil }
    var short = Substring(address)
    for scheme in ["http://", "https://"] where short.hasPrefix(scheme) {
      short = short.dropFirst(scheme.count)
    }
    let bare = short.hasSuffix("/") ? short.dropLast() : short
    return label == address || label == short || label == bare ? nil : address
  }
}
