/// Reports the events of discovery: services that were found, changed or lost, and problems.
extension DiscoveryState {
  var hasEvents: Bool { !dirty.isEmpty || !notices.isEmpty }

  /// Passes events since the last call to `take`. Events for which it returns false are passed again next time.
  func tellEvents(_ take: (DiscoveryEvent) -> Bool) {
    while let notice = notices.first, take(notice) { notices.removeFirst() }
    while let name = dirty.last {
      let service = name == ownName ? nil : service(name)
      let place = reported.firstIndex { $0.name == name }
      if let service {
        if place.map({ reported[$0].service != service }) ?? true {
          guard take(.found(service)) else { return }
          if let place { reported.remove(at: place) }
          reported.append((name, service))
        }
      } else if let place {
        guard take(.lost(reported[place].service.name)) else { return }
        reported.remove(at: place)
      }
      dirty.removeLast()
    }
  }

  /// The data of a service, joined from all links; nil if it is not enough to connect.
  private func service(_ name: DNSName) -> DiscoveredService? {
    var found: DiscoveredService?
    var host = name
    var order: [[UInt8]] = []
    for link in links {
      guard let place = link.browser.place(of: name) else { continue }
      let instance = link.browser.instances[place]
      guard let service = instance.service, let text = instance.text, service.port > 0,
        found == nil || host == service.host && found?.port == service.port,
        let at = link.browser.host(service.host)
      else { continue }
      for (bytes, _) in link.browser.hosts[at].addresses {
        guard let address = link.interface.text(bytes), found?.addresses.contains(address) != true
        else { continue }
        host = service.host
        // With upper and lower case as in the service's record.
        var known =
          found
          ?? DiscoveredService(
            name: String(decoding: instance.name.label, as: UTF8.self), host: Self.text(host),
            port: service.port, addresses: [], text: ServiceText.pairs(text.bytes))
        let key = [UInt8(bytes.count), LinkInterface.isLinkLocal(bytes) ? 1 : 0] + bytes
        let next = order.firstIndex { key.lexicographicallyPrecedes($0) } ?? order.count
        order.insert(key, at: next)
        known.addresses.insert(address, at: next)
        found = known
      }
    }
    return found
  }

  /// A name with dots.
  private static func text(_ name: DNSName) -> String {
    var (text, rest) = ([] as [UInt8], name)
    while !rest.bytes.isEmpty {
      if !text.isEmpty { text.append(UInt8(ascii: ".")) }
      text += rest.label
      rest = rest.parent
    }
    return String(decoding: text, as: UTF8.self)
  }
}
