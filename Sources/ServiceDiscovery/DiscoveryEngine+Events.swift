/// What an engine has to tell.
extension DiscoveryEngine {
  /// Whether there may be something to tell.
  var hasEvents: Bool { !dirty.isEmpty || !notices.isEmpty }

  /// Tells what has changed since it was asked last; what `take` has no room for is told the next time.
  mutating func tellEvents(_ take: (DiscoveryEvent) -> Bool) {
    while let notice = notices.first, take(notice) { notices.removeFirst() }
    for name in dirty {
      let service = name == ownName ? nil : service(name)
      if service != told[name] {
        let shown = String(decoding: name.label, as: UTF8.self)
        let event: DiscoveryEvent = service.map { .found($0) } ?? .lost(told[name]?.name ?? shown)
        guard take(event) else { return }
        told[name] = service
      }
      dirty.remove(name)
    }
  }

  /// What is known of a service on all links; nil where that is not enough to reach it.
  private func service(_ name: DNSName) -> DiscoveredService? {
    var found: (host: DNSName, port: UInt16, text: [UInt8])?
    var shown = ""
    var addresses: [(order: [UInt8], text: String)] = []
    for link in links {
      // In the letters of whoever says it.
      guard let place = link.browser.instances.index(forKey: name) else { continue }
      let (key, instance) = link.browser.instances[place]
      guard let service = instance.service, let text = instance.text?.bytes, service.port > 0,
        found.map({ $0.host == service.host && $0.port == service.port }) ?? true
      else { continue }
      found = found ?? (service.host, service.port, text)
      shown = String(decoding: key.label, as: UTF8.self)
      for (bytes, _) in link.browser.hosts[service.host]?.addresses ?? [] {
        guard let address = link.interface.text(bytes) else { continue }
        let isLocal: UInt8 = LinkInterface.isLinkLocal(bytes) ? 1 : 0
        let order = [UInt8(bytes.count), isLocal] + bytes
        if !addresses.contains(where: { $0.text == address }) { addresses.append((order, address)) }
      }
    }
    guard let found, !addresses.isEmpty else { return nil }
    addresses.sort { $0.order.lexicographicallyPrecedes($1.order) }
    return DiscoveredService(
      name: shown, host: Self.text(found.host), port: found.port, addresses: addresses.map(\.text),
      text: ServiceText.pairs(found.text))
  }

  /// A name with dots.
  private static func text(_ name: DNSName) -> String {
    var (text, rest) = ([] as [UInt8], name)
    while !rest.bytes.isEmpty {
      if !text.isEmpty { text.append(UInt8(ascii: ".")) }
      text += rest.label
      rest = DNSName(bytes: Array(rest.bytes.dropFirst(rest.label.count + 1)))
    }
    return String(decoding: text, as: UTF8.self)
  }
}
