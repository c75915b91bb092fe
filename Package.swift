// swift-tools-version: 6.2

import PackageDescription

// A target is added when something needs it. The dependencies named here are the whole truth about
// who may import whom: Tests/PackageTests compares them with the import lines.
let package = Package(
  name: "actionitems",
  products: [
    .executable(name: "actionitems", targets: ["actionitems"]),
    // For Swift programs that read and observe a store themselves.
    .library(
      name: "ActionItems",
      targets: ["ActionItems", "CivilTime", "Store", "StoreNotifications"]),
  ],
  targets: [
    // Support
    .target(
      name: "CivilTime", dependencies: ["System"], path: "Sources/Support/CivilTime",
      exclude: ["README.md"]),
    .target(
      name: "Encoding", dependencies: ["Crypto", "System"], path: "Sources/Support/Encoding",
      exclude: ["README.md"]),
    .target(
      name: "Crypto", dependencies: ["CLibcrypto"], path: "Sources/Support/Crypto",
      exclude: ["README.md"]),
    .target(
      name: "System", dependencies: ["CCrashReport"], path: "Sources/Support/System",
      exclude: ["README.md"]),
    .target(
      name: "Archives", dependencies: ["CZlib", "System"], path: "Sources/Support/Archives",
      exclude: ["README.md"]),
    .target(
      name: "Networking",
      dependencies: ["Archives", "CLibcurl", "CLibcurlShim", "Crypto", "Encoding", "System"],
      path: "Sources/Support/Networking",
      exclude: ["README.md"]),
    // Prints a report before a crashed program ends.
    .target(name: "CCrashReport", path: "Sources/Support/CCrashReport"),
    .target(name: "CLibcurlShim", dependencies: ["CLibcurl"], path: "Sources/Support/CLibcurlShim"),

    // Domain
    .target(
      name: "ActionItems",
      dependencies: ["CivilTime", "Encoding"],
      path: "Sources/Domain/ActionItems",
      exclude: ["README.md"]),
    .target(
      name: "ItemRecords",
      dependencies: ["ActionItems", "CivilTime", "Encoding"],
      path: "Sources/Domain/ItemRecords",
      exclude: ["README.md"]),
    .target(
      name: "Store",
      dependencies: ["ActionItems", "CivilTime", "Crypto", "Encoding", "ItemRecords", "System"],
      path: "Sources/Domain/Store",
      exclude: ["README.md"]),
    // For Swift programs that observe a store by notifications.
    .target(
      name: "StoreNotifications",
      dependencies: ["ActionItems", "ItemRecords", "Store"],
      path: "Sources/Domain/StoreNotifications",
      exclude: ["README.md"]),

    // Reading
    .target(
      name: "Windowing",
      dependencies: ["ActionItems", "CivilTime", "Encoding"],
      path: "Sources/Reading/Windowing",
      exclude: ["README.md"]),
    .target(
      name: "Loading",
      dependencies: ["ActionItems", "Archives", "CivilTime", "Encoding", "System"],
      path: "Sources/Reading/Loading",
      exclude: ["README.md"]),
    .target(
      name: "DueDates", dependencies: ["CivilTime", "Encoding"], path: "Sources/Reading/DueDates",
      exclude: ["README.md"]),
    // The weights of the offline model, as bytes.
    .target(
      name: "COfflineWeights", path: "Sources/Reading/COfflineWeights", exclude: ["weights.bin"]),
    .target(
      name: "OfflineModel",
      dependencies: [
        "ActionItems", "COfflineWeights", "CivilTime", "DueDates", "Encoding", "System",
        "Windowing",
      ],
      path: "Sources/Reading/OfflineModel",
      exclude: ["README.md"]),
    .target(
      name: "LanguageModel",
      dependencies: ["CivilTime", "Crypto", "Encoding", "ItemRecords", "Networking"],
      path: "Sources/Reading/LanguageModel",
      exclude: ["README.md"]),
    .target(
      name: "Extraction",
      dependencies: [
        "ActionItems", "CivilTime", "Crypto", "DueDates", "Encoding", "ItemRecords",
        "LanguageModel", "Loading", "OfflineModel", "Store", "System", "Windowing",
      ],
      path: "Sources/Reading/Extraction",
      exclude: ["README.md"],
      resources: [
        .embedInCode("../../../Prompts/extract.md"),
        .embedInCode("../../../Prompts/extract-brief.md"),
        .embedInCode("../../../Prompts/schema.json"),
        .embedInCode("../../../Prompts/schema-updates.json"),
      ]),

    // Sharing
    .target(
      name: "Exporting",
      dependencies: ["ActionItems", "CivilTime", "Crypto", "Encoding", "System"],
      path: "Sources/Sharing/Exporting",
      exclude: ["README.md"],
      resources: [
        .embedInCode("Page/page.css"), .embedInCode("Page/page.js"), .embedInCode("Page/chat.css"),
      ]),
    .target(
      name: "Sync",
      dependencies: ["ActionItems", "CivilTime", "Encoding", "ItemRecords", "Networking", "Store"],
      path: "Sources/Sharing/Sync",
      exclude: ["README.md"]),
    .target(
      name: "SyncHub",
      dependencies: [
        "ActionItems", "CivilTime", "Crypto", "Encoding", "Exporting", "ItemRecords",
        "Networking", "Store", "Sync", "System",
      ],
      path: "Sources/Sharing/Hub",
      exclude: ["README.md"],
      resources: [
        .embedInCode("Page/hub.html"), .embedInCode("Page/hub.css"), .embedInCode("Page/hub.js"),
        .embedInCode("Page/hub-list.js"), .embedInCode("Page/hub-item.js"),
        .embedInCode("Page/hub-text.js"), .embedInCode("Page/hub-share.js"),
      ]),
    .target(
      name: "Peering",
      dependencies: [
        "CivilTime", "Crypto", "Encoding", "ItemRecords", "Networking", "Store", "Sync", "System",
      ],
      path: "Sources/Sharing/Peering",
      exclude: ["README.md"]),

    // Tool
    .target(
      name: "CommandLine",
      dependencies: [
        "ActionItems", "CBuildCommit", "CivilTime", "DueDates", "Encoding", "Exporting",
        "Extraction", "SyncHub", "ItemRecords", "LanguageModel", "Loading", "Networking",
        "OfflineModel", "Peering", "Store", "Sync", "System", "Windowing",
      ],
      path: "Sources/Tool/CommandLine",
      exclude: ["README.md"]),
    // Which commit a release is made of.
    .target(name: "CBuildCommit", path: "Sources/Tool/CBuildCommit"),
    .executableTarget(
      name: "actionitems",
      dependencies: ["CivilTime", "CommandLine", "System"],
      path: "Sources/Tool/actionitems",
      exclude: ["Documentation.docc", "README.md"]),
    // Measures loading, replies, growth, the store and the times of a hub, by hand.
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "ActionItems", "CivilTime", "CommandLine", "DueDates", "Encoding", "Extraction",
        "ItemRecords", "Networking", "Store", "TestSupport", "Windowing", "WordFuzz",
      ],
      path: "Sources/Tool/benchmarks",
      exclude: ["README.md"]),
    // Trains the offline model, by hand.
    .executableTarget(
      name: "offline-train",
      dependencies: ["DueDates", "Encoding", "OfflineModel"],
      path: "Sources/Tool/offline-train",
      exclude: ["README.md"]),

    .systemLibrary(
      name: "CLibcurl", path: "Sources/Support/CLibcurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/Support/CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CLibcrypto", path: "Sources/Support/CLibcrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"])]),

    .target(name: "CSpawn", path: "Tests/CSpawn"),
    .target(name: "TestSupport", dependencies: ["CSpawn", "CZlib"], path: "Tests/TestSupport"),
    // Feeds generated sentences to everything that reads a message.
    .target(
      name: "WordFuzz",
      dependencies: [
        "ActionItems", "CivilTime", "DueDates", "Encoding", "Extraction", "ItemRecords",
        "OfflineModel", "TestSupport", "Windowing",
      ],
      path: "Tests/WordFuzz"),
    .testTarget(
      name: "ActionItemsTests",
      dependencies: ["ActionItems", "CivilTime", "Encoding", "TestSupport"]),
    .testTarget(
      name: "ToolTests",
      dependencies: ["actionitems", "Encoding", "Store", "TestSupport", "WordFuzz"]),
    .testTarget(name: "ArchivesTests", dependencies: ["Archives", "TestSupport"]),
    .testTarget(name: "CivilTimeTests", dependencies: ["CivilTime", "TestSupport"]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "ActionItems", "CivilTime", "CommandLine", "Encoding", "Extraction", "ItemRecords", "Sync",
        "System", "TestSupport",
      ]),
    .testTarget(name: "CryptoTests", dependencies: ["Crypto", "Encoding", "TestSupport"]),
    .testTarget(name: "DueDatesTests", dependencies: ["CivilTime", "DueDates", "TestSupport"]),
    .testTarget(name: "EncodingTests", dependencies: ["Encoding", "TestSupport"]),
    .testTarget(
      name: "ExportingTests",
      dependencies: ["ActionItems", "CivilTime", "Crypto", "Encoding", "Exporting", "TestSupport"]),
    .testTarget(
      name: "ExtractionTests",
      dependencies: [
        "ActionItems", "CivilTime", "DueDates", "Encoding", "Extraction", "ItemRecords",
        "LanguageModel", "Store", "System", "TestSupport", "Windowing",
      ]),
    .testTarget(name: "ItemRecordsTests", dependencies: ["ItemRecords", "TestSupport"]),
    .testTarget(
      name: "LanguageModelTests",
      dependencies: ["Encoding", "ItemRecords", "LanguageModel", "Networking", "TestSupport"]),
    .testTarget(
      name: "LoadingTests",
      dependencies: ["ActionItems", "CivilTime", "Encoding", "Loading", "TestSupport"]),
    .testTarget(name: "NetworkingTests", dependencies: ["Networking", "TestSupport"]),
    .testTarget(
      name: "OfflineModelTests",
      dependencies: [
        "ActionItems", "CivilTime", "DueDates", "Encoding", "OfflineModel", "TestSupport",
        "Windowing", "WordFuzz",
      ]),
    .testTarget(name: "PackageTests"),
    .testTarget(
      name: "PeeringTests",
      dependencies: [
        "ActionItems", "CivilTime", "Crypto", "Encoding", "Networking", "Peering", "Store", "Sync",
        "TestSupport",
      ]),
    .testTarget(
      name: "StoreNotificationsTests",
      dependencies: ["ActionItems", "CivilTime", "Store", "StoreNotifications", "TestSupport"]),
    .testTarget(
      name: "StoreTests",
      dependencies: [
        "ActionItems", "CivilTime", "Encoding", "Extraction", "ItemRecords", "Store", "System",
        "TestSupport",
      ]),
    .testTarget(
      name: "SyncHubTests",
      dependencies: [
        "ActionItems", "CivilTime", "Crypto", "Encoding", "Extraction", "ItemRecords", "Networking",
        "Peering", "Store", "Sync", "SyncHub", "System", "TestSupport",
      ]),
    .testTarget(
      name: "SyncTests",
      dependencies: [
        "ActionItems", "CivilTime", "Encoding", "Extraction", "ItemRecords", "Networking", "Store",
        "Sync",
      ]),
    .testTarget(name: "SystemTests", dependencies: ["System", "TestSupport"]),
    .testTarget(
      name: "WindowingTests",
      dependencies: ["ActionItems", "CivilTime", "TestSupport", "Windowing"]),
    .executableTarget(
      name: "CrashProbe",
      dependencies: [
        "ActionItems", "CivilTime", "Extraction", "ItemRecords", "LanguageModel", "Loading",
        "Store", "System", "Windowing",
      ],
      path: "Tests/CrashProbe"),
    .executableTarget(
      name: "WebSocketEcho",
      dependencies: ["Networking", "Sync", "TestSupport"],
      path: "Tests/WebSocketEcho"),
  ]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}

// The commit that a release names, as `.ci/release` and `.ci/run` build it.
if let commit = Context.environment["ACTIONITEMS_COMMIT"] {
  for target in package.targets where target.name == "CBuildCommit" {
    target.cSettings = [.define("ACTIONITEMS_COMMIT", to: commit)]
  }
}
