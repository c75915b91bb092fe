import FoundationEssentials
import Glibc

/// The declarations of Package.swift, read from its text, and the imports of the sources.
///
/// The manifest has one target per call, with dependencies as string literals. A target in another form is not
/// found here and fails the tests.
struct Manifest {
  struct Target {
    var kind: String
    var name: String
    var folder: String
    var dependencies: Set<String>
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  let targets: [Target]

  init(text: String) {
    targets = text.split(separator: "    .").dropFirst().compactMap { declaration in
      let kinds = ["target", "testTarget", "executableTarget", "systemLibrary"]
      guard let kind = kinds.first(where: { declaration.hasPrefix($0 + "(") }),
        let name = Manifest.literals(after: "name: ", in: declaration).first
      else { return nil }
      let usual = (kind == "testTarget" ? "Tests/" : "Sources/") + name
      return Target(
        kind: kind, name: name,
        folder: Manifest.literals(after: "path: ", in: declaration).first ?? usual,
        dependencies: Set(Manifest.literals(after: "dependencies: [", in: declaration)))
    }
  }

  static func load() throws -> Manifest {
    let file = root.appending(path: "Package.swift")
    return Manifest(text: String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }

  /// The string literals from `label` to the next `]` or, where a single one is meant, the first.
  private static func literals(after label: String, in text: Substring) -> [String] {
    guard let start = text.firstRange(of: label)?.upperBound else { return [] }
    let rest = text[start...]
    let end = label.hasSuffix("[") ? rest.firstIndex(of: "]") : rest.firstIndex(of: ",")
    let part = rest[..<(end ?? rest.endIndex)]
    return part.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  /// The Swift files of a target, as paths below the root.
  func files(of target: Target) throws -> [String] {
    let folder = Manifest.root.appending(path: target.folder)
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.map { target.folder + "/" + $0 }
  }

  /// The modules that a file imports, with any attributes and access levels before `import`.
  static func imports(ofFile path: String) throws -> Set<String> {
    let data = try Data(contentsOf: root.appending(path: path))
    return imports(in: String(decoding: data, as: UTF8.self))
  }

  /// The lines that contain a word. Most lines lack it and are skipped by their bytes.
  static func lines(with word: String, in text: String) -> [String] {
    text.withCString { text in
      var (lines, place) = ([String](), text)
      while let found = strstr(place, word) {
        var start = UnsafePointer(found)
        while start > text, start[-1] != 0x0A { start -= 1 }
        place = UnsafePointer(strchr(found, 0x0A) ?? found + strlen(found))
        lines.append(
          String(
            decoding: UnsafeRawBufferPointer(start: start, count: place - start), as: UTF8.self))
      }
      return lines
    }
  }

  /// The modules that a source text imports.
  static func imports(in text: String) -> Set<String> {
    let prefixes: Set<Substring> = [
      "public", "package", "internal", "fileprivate", "private", "@testable", "@preconcurrency",
      "@_exported", "@_implementationOnly",
    ]
    let kinds: Set<Substring> = [
      "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]
    var found: Set<String> = []
    for line in lines(with: "import", in: text) {
      var words = line.split(whereSeparator: \.isWhitespace)[...]
      while let word = words.first, prefixes.contains(word) { words.removeFirst() }
      guard words.first == "import" else { continue }
      words.removeFirst()
      if let word = words.first, kinds.contains(word) { words.removeFirst() }
      if let module = words.first?.split(separator: ".").first { found.insert(String(module)) }
    }
    return found
  }
}
