/// Links as plain text: the label, and the address if the label does not show it.
package enum LinkText {
  /// Returns a label followed by its address; either may be empty.
  package static func plain(label: String, address: String) -> String {
    guard let shown = self.address(address, besides: label) else { return label }
    return label.isEmpty ? shown : "\(label) (\(shown))"
  }

  /// Returns the part of an address to show after a label.
  ///
  /// Nil if the label already shows the address, or if it does not lead out of its page.
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
