// swift-tools-version: 6.2

import PackageDescription

// A room is added when something needs it. The dependencies named here are the whole truth about
// who may import whom: Tests/PackageTests compares them with the import lines.
let package = Package(
  name: "actionitems",
  products: [
    .executable(name: "actionitems", targets: ["actionitems"]),
    // For Swift programs that read and observe a store themselves.
    .library(
      name: "ActionItems",
      targets: [
        "ActionItemModel", "ActionItemRepository", "CivilTime", "Journal", "StoreNotifications",
      ]),
  ],
  targets: [
    .executableTarget(
      name: "actionitems", dependencies: ["CivilTime", "CommandLineInterface", "Streams"]),

    .target(name: "ActionItemModel", dependencies: ["CivilTime"]),
    .target(
      name: "ActionItemRepository",
      dependencies: [
        "ActionItemModel", "CivilTime", "Crypto", "Digests", "ItemCoding", "ItemRecords",
        "JSONText", "Journal", "TextSearch",
      ],
      exclude: ["README.md"]),
    .target(name: "Archives", dependencies: ["CZlib", "Compression"]),
    .target(name: "AssistantProtocol", dependencies: ["JSONText"]),
    // Which commit a release is made of.
    .target(name: "CBuildCommit"),
    // What a broken program says before it ends.
    .target(name: "CCrashReport"),
    .target(name: "CLibcurlShim", dependencies: ["CLibcurl"]),
    // What the offline model has learned, as bytes.
    .target(
      name: "COfflineWeights", exclude: ["weights.bin"]),
    .target(name: "CivilTime"),
    .target(
      name: "CommandLineInterface",
      dependencies: [
        "ActionItemModel", "ActionItemRepository", "AssistantProtocol", "CBuildCommit", "CivilTime",
        "ConversationLoading", "Digests", "DueDates", "Evaluation", "Exporting", "Extraction",
        "HTTPTransport", "Identities", "ItemCoding", "ItemRecords", "JSONText", "Journal",
        "LanguageModel", "OfflineModel", "Peering", "Prompting", "RunFiles", "Running", "Streams",
        "SyncEngine", "SyncHub", "TextSearch", "TimeZones", "Windowing",
      ],
      exclude: ["README.md"]),
    .target(name: "Compression", dependencies: ["CZlib"]),
    .target(
      name: "ConversationLoading",
      dependencies: [
        "ActionItemModel", "Archives", "CivilTime", "Digests", "JSONText", "TextSearch",
        "TimeZones",
      ],
      exclude: ["README.md"]),
    .target(name: "Crypto", dependencies: ["CLibcrypto"]),
    .target(name: "Digests", dependencies: ["Crypto"]),
    .target(name: "DueDates", dependencies: ["CivilTime", "Digests", "TimeZones"]),
    .target(
      name: "Evaluation",
      dependencies: ["ActionItemModel", "CivilTime", "JSONText"]),
    .target(
      name: "Exporting",
      dependencies: [
        "ActionItemModel", "CivilTime", "Crypto", "Digests", "ItemCoding", "JSONText",
      ],
      resources: [.embedInCode("Page/page.css"), .embedInCode("Page/page.js")]),
    .target(
      name: "Extraction",
      dependencies: [
        "ActionItemModel", "CivilTime", "Digests", "DueDates", "ItemRecords", "LanguageModel",
        "Prompting", "ReplyDecoding", "TextSearch", "TimeZones", "Windowing",
      ],
      exclude: ["README.md"]),
    .target(name: "HTTPTransport", dependencies: ["CLibcurl", "CLibcurlShim", "TextSearch"]),
    .target(name: "Identities", dependencies: ["CivilTime", "Crypto", "Digests", "JSONText"]),
    .target(name: "ItemCoding", dependencies: ["ActionItemModel", "CivilTime", "JSONText"]),
    // An item once, over windows, runs and machines.
    .target(
      name: "ItemRecords", dependencies: ["ActionItemModel", "CivilTime", "Digests", "TextSearch"],
      exclude: ["README.md"]),
    .target(name: "JSONText"),
    .target(name: "Journal", dependencies: ["Digests"]),
    .target(
      name: "LanguageModel",
      dependencies: ["CivilTime", "Crypto", "Digests", "HTTPTransport", "JSONText", "TextSearch"],
      exclude: ["README.md"]),
    .target(
      name: "OfflineModel",
      dependencies: [
        "ActionItemModel", "COfflineWeights", "CivilTime", "Digests", "DueDates", "TimeZones",
        "Windowing",
      ],
      exclude: ["README.md"]),
    .target(
      name: "OfflineTraining",
      dependencies: [
        "ActionItemModel", "CivilTime", "DueDates", "JSONText", "OfflineModel", "TimeZones",
        "Windowing",
      ]),
    .target(
      name: "Peering",
      dependencies: [
        "ActionItemRepository", "CivilTime", "Crypto", "Digests", "ItemRecords", "JSONText",
        "Journal", "ServiceDiscovery", "Sockets", "SyncEngine", "WebSocket",
      ],
      exclude: ["README.md"]),
    .target(name: "Presence", dependencies: ["JSONText"]),
    .target(
      name: "Prompting", dependencies: ["ActionItemModel", "CivilTime", "TextSearch", "Windowing"],
      resources: [
        .embedInCode("../../Prompts/extract.md"), .embedInCode("../../Prompts/extract-brief.md"),
        .embedInCode("../../Prompts/schema.json"),
        .embedInCode("../../Prompts/schema-updates.json"),
      ]),
    .target(name: "ReplyDecoding", dependencies: ["JSONText"]),
    .target(
      name: "RunFiles",
      dependencies: [
        "ActionItemModel", "ActionItemRepository", "CivilTime", "Crypto", "Digests", "Extraction",
        "ItemRecords", "JSONText", "Journal", "LanguageModel", "Windowing",
      ]),
    // What a run is, apart from how it is called.
    .target(
      name: "Running",
      dependencies: [
        "ActionItemModel", "ActionItemRepository", "CivilTime", "ConversationLoading", "Digests",
        "DueDates", "Extraction", "ItemRecords", "JSONText", "Journal", "LanguageModel",
        "OfflineModel", "Prompting", "ReplyDecoding", "RunFiles", "Streams", "TimeZones",
        "Windowing",
      ]),
    .target(name: "ServiceDiscovery", dependencies: ["Sockets"]),
    .target(name: "SharedText", dependencies: ["JSONText"]),
    .target(name: "Sockets"),
    .target(
      name: "StoreNotifications",
      dependencies: ["ActionItemModel", "ActionItemRepository", "ItemRecords", "Journal"]),
    // What a process has from outside: streams, files, signals.
    .target(name: "Streams", dependencies: ["CCrashReport", "JSONText"]),
    .target(name: "TextSearch"),
    .target(name: "TimeZones", dependencies: ["CivilTime"]),
    .target(
      name: "SyncEngine",
      dependencies: [
        "ActionItemModel", "ActionItemRepository", "CivilTime", "Digests", "HTTPTransport",
        "ItemCoding", "ItemRecords", "JSONText", "Journal", "TextSearch", "WebSocket",
      ],
      exclude: ["README.md"]),
    .target(
      name: "SyncHub",
      dependencies: [
        "ActionItemModel", "ActionItemRepository", "CivilTime", "Crypto", "Digests", "Exporting",
        "Identities", "ItemCoding", "ItemRecords", "JSONText", "Journal", "Presence", "SharedText",
        "Sockets", "SyncEngine", "TextSearch", "WebSocket",
      ],
      exclude: ["README.md"],
      resources: [
        .embedInCode("Page/hub.html"), .embedInCode("Page/hub.css"), .embedInCode("Page/hub.js"),
        .embedInCode("Page/hub-list.js"), .embedInCode("Page/hub-item.js"),
        .embedInCode("Page/hub-text.js"), .embedInCode("Page/hub-share.js"),
      ]),
    .target(name: "WebSocket", dependencies: ["Compression", "Crypto", "Digests", "TextSearch"]),
    .target(name: "Windowing", dependencies: ["ActionItemModel", "CivilTime"]),

    // Measures, by hand.
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "ActionItemModel", "ActionItemRepository", "CivilTime", "DueDates", "Evaluation",
        "Extraction", "ItemCoding", "ItemRecords", "JSONText", "ReplyDecoding", "TestSupport",
        "TimeZones", "Windowing", "WordFuzz",
      ],
      exclude: ["README.md"]),
    // Trains the offline model, by hand.
    .executableTarget(
      name: "offline-train",
      dependencies: ["Digests", "DueDates", "JSONText", "OfflineModel", "OfflineTraining"],
      exclude: ["README.md"]),

    .systemLibrary(
      name: "CLibcrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CLibcurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    .target(name: "CSpawn", path: "Tests/CSpawn"),
    .target(
      name: "TestSupport", dependencies: ["CSpawn", "CZlib"], path: "Tests/TestSupport"),
    // Feeds generated sentences to everything that reads a message.
    .target(
      name: "WordFuzz",
      dependencies: [
        "ActionItemModel", "CivilTime", "DueDates", "Extraction", "ItemRecords", "JSONText",
        "OfflineModel", "ReplyDecoding", "TestSupport", "TimeZones", "Windowing",
      ],
      path: "Tests/WordFuzz"),
    .testTarget(
      name: "ActionItemModelTests", dependencies: ["ActionItemModel", "CivilTime", "TestSupport"]),
    .testTarget(
      name: "ActionItemRepositoryTests",
      dependencies: [
        "ActionItemModel", "ActionItemRepository", "CivilTime", "Digests", "Extraction",
        "ItemRecords", "JSONText", "Journal", "TestSupport",
      ]),
    .testTarget(
      name: "actionitemsTests", dependencies: ["Journal", "TestSupport", "WordFuzz", "actionitems"]),
    .testTarget(name: "ArchivesTests", dependencies: ["Archives", "TestSupport"]),
    .testTarget(
      name: "AssistantProtocolTests",
      dependencies: ["AssistantProtocol", "JSONText", "TestSupport"]),
    .testTarget(name: "CivilTimeTests", dependencies: ["CivilTime"]),
    .testTarget(
      name: "CommandLineInterfaceTests",
      dependencies: [
        "ActionItemModel", "AssistantProtocol", "CivilTime", "CommandLineInterface", "Extraction",
        "ItemRecords", "JSONText", "Streams", "SyncEngine", "TestSupport", "TimeZones",
      ]),
    .testTarget(
      name: "ConversationLoadingTests",
      dependencies: [
        "ActionItemModel", "CivilTime", "ConversationLoading", "JSONText", "TestSupport",
        "TimeZones",
      ]),
    .testTarget(
      name: "CryptoTests", dependencies: ["Crypto", "Digests", "JSONText", "TestSupport"]),
    .testTarget(name: "DigestsTests", dependencies: ["Digests", "TestSupport"]),
    .testTarget(
      name: "DueDatesTests",
      dependencies: ["CivilTime", "DueDates", "TestSupport", "TimeZones"]),
    .testTarget(
      name: "EvaluationTests",
      dependencies: [
        "ActionItemModel", "CivilTime", "Evaluation", "JSONText", "TestSupport",
      ]),
    .testTarget(
      name: "ExportingTests",
      dependencies: [
        "ActionItemModel", "CivilTime", "Crypto", "Digests", "Exporting", "TestSupport",
      ]),
    .testTarget(
      name: "ExtractionTests",
      dependencies: [
        "ActionItemModel", "CivilTime", "DueDates", "Extraction", "ItemRecords", "JSONText",
        "ReplyDecoding", "TestSupport", "TimeZones", "Windowing",
      ]),
    .testTarget(name: "ItemRecordsTests", dependencies: ["ItemRecords", "TestSupport"]),
    .testTarget(name: "HTTPTransportTests", dependencies: ["HTTPTransport", "TestSupport"]),
    .testTarget(
      name: "IdentitiesTests",
      dependencies: ["CivilTime", "Crypto", "Digests", "Identities", "TestSupport"]),
    .testTarget(
      name: "ItemCodingTests",
      dependencies: ["ActionItemModel", "CivilTime", "ItemCoding", "JSONText"]),
    .testTarget(name: "JSONTextTests", dependencies: ["JSONText", "TestSupport"]),
    .testTarget(name: "JournalTests", dependencies: ["Journal", "TestSupport"]),
    .testTarget(
      name: "LanguageModelTests",
      dependencies: ["HTTPTransport", "JSONText", "LanguageModel", "TestSupport"]),
    .testTarget(
      name: "OfflineModelTests",
      dependencies: [
        "ActionItemModel", "CivilTime", "Digests", "DueDates", "OfflineModel", "TestSupport",
        "TimeZones", "Windowing", "WordFuzz",
      ]),
    .testTarget(
      name: "OfflineTrainingTests",
      dependencies: [
        "ActionItemModel", "CivilTime", "DueDates", "JSONText", "OfflineModel", "OfflineTraining",
        "TestSupport", "TimeZones", "Windowing",
      ]),
    .testTarget(name: "PackageTests"),
    .testTarget(
      name: "PeeringTests",
      dependencies: [
        "ActionItemModel", "ActionItemRepository", "CivilTime", "Crypto", "Digests", "Journal",
        "Peering", "SyncEngine", "TestSupport", "WebSocket",
      ]),
    .testTarget(name: "PresenceTests", dependencies: ["JSONText", "Presence", "TestSupport"]),
    .testTarget(
      name: "PromptingTests",
      dependencies: [
        "ActionItemModel", "CivilTime", "Prompting", "ReplyDecoding", "Windowing",
      ]),
    .testTarget(
      name: "ReplyDecodingTests", dependencies: ["JSONText", "ReplyDecoding", "TestSupport"]),
    .testTarget(
      name: "RunFilesTests",
      dependencies: [
        "ActionItemModel", "CivilTime", "Extraction", "ItemRecords", "JSONText", "Journal",
        "LanguageModel", "RunFiles", "TestSupport", "Windowing",
      ]),
    .testTarget(
      name: "RunningTests",
      dependencies: [
        "Extraction", "ItemRecords", "LanguageModel", "ReplyDecoding", "Running", "Streams",
        "TestSupport",
      ]),
    .testTarget(
      name: "ServiceDiscoveryTests", dependencies: ["ServiceDiscovery", "TestSupport"]),
    .testTarget(
      name: "SharedTextTests", dependencies: ["JSONText", "SharedText", "TestSupport"]),
    .testTarget(
      name: "StoreNotificationsTests",
      dependencies: [
        "ActionItemModel", "ActionItemRepository", "CivilTime", "StoreNotifications",
        "TestSupport",
      ]),
    .testTarget(name: "SocketsTests", dependencies: ["Sockets"]),
    .testTarget(name: "StreamsTests", dependencies: ["Streams", "TestSupport"]),
    .testTarget(name: "TextSearchTests", dependencies: ["TextSearch"]),
    .testTarget(
      name: "TimeZonesTests", dependencies: ["CivilTime", "TestSupport", "TimeZones"]),
    .testTarget(
      name: "SyncEngineTests",
      dependencies: [
        "ActionItemModel", "ActionItemRepository", "CivilTime", "Extraction", "HTTPTransport",
        "ItemRecords", "JSONText", "SyncEngine", "WebSocket",
      ]),
    .testTarget(
      name: "SyncHubTests",
      dependencies: [
        "ActionItemModel", "ActionItemRepository", "CivilTime", "Extraction", "HTTPTransport",
        "Identities", "ItemRecords", "JSONText", "Journal", "Peering", "Presence", "SharedText",
        "Sockets", "SyncEngine", "SyncHub", "TestSupport", "WebSocket",
      ]),
    .executableTarget(
      name: "CrashProbe",
      dependencies: [
        "ActionItemModel", "ActionItemRepository", "CivilTime", "ConversationLoading", "Extraction",
        "ItemRecords", "Journal", "Running", "Streams", "TimeZones", "Windowing",
      ], path: "Tests/CrashProbe"),
    .executableTarget(
      name: "WebSocketEcho", dependencies: ["SyncEngine", "TestSupport", "WebSocket"],
      path: "Tests/WebSocketEcho"),
    .testTarget(name: "WebSocketTests", dependencies: ["TestSupport", "WebSocket"]),
    .testTarget(
      name: "WindowingTests", dependencies: ["ActionItemModel", "CivilTime", "Windowing"]),
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
