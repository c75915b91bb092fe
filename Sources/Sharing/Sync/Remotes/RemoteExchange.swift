import Store

/// The `ExchangedFile` of a remote for the current generation of delivery, owned by `SyncRunner`. Only remotes without
/// `fields` need one. A restart of delivery discards the file.
struct RemoteExchange {
  private let folder: any StorageFolder
  private let name: String
  private var generation: Int
  private var file: ExchangedFile
  private var isTidy = false

  init(_ folder: any StorageFolder, name: String, generation: Int) {
    self.folder = folder
    self.name = name
    self.generation = generation
    file = ExchangedFile(
      folder, name: ExchangedFile.name(of: name, generation: generation))
  }

  /// Switches to a generation of delivery, and removes the files of all others.
  mutating func follow(_ generation: Int) throws {
    if generation != self.generation {
      self = RemoteExchange(folder, name: name, generation: generation)
    }
    if isTidy { return }
    try ExchangedFile.removeOthers(of: name, than: generation, in: folder)
    isTidy = true
  }

  mutating func note(_ versions: [String: ExchangedVersion]) {
    for (id, version) in versions { file.note(id, version) }
  }

  mutating func flush() throws { try file.flush() }

  /// Adds to incoming versions the last exchanged versions of their items.
  mutating func filled(_ versions: [RemoteVersion]) throws -> [RemoteVersion] {
    var versions = versions
    for index in versions.indices where !versions[index].content.knowsFields {
      versions[index].exchanged = try file.version(of: versions[index].id)
    }
    return versions
  }
}
