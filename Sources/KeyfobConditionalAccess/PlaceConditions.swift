/// `platforms`: the platform of a sign-in. Only `all` matches an unknown platform.
package struct PlatformCondition: Sendable, Hashable {
    /// nil is every platform, including unknown ones.
    package let included: Set<DevicePlatform>?
    /// nil is every platform.
    package let excluded: Set<DevicePlatform>?

    init(_ reader: PolicyReader) throws(PolicyFormatError) {
        try reader.allow(only: ["includePlatforms", "excludePlatforms"])
        let names = try reader.strings("includePlatforms")
        guard !names.isEmpty else { throw reader.fault("includePlatforms", "it is missing") }
        included = try Self.platforms("includePlatforms", names, reader)
        excluded = try Self.platforms("excludePlatforms", try reader.strings("excludePlatforms"), reader)
    }

    private static func platforms(
        _ name: String, _ texts: [String], _ reader: PolicyReader
    ) throws(PolicyFormatError) -> Set<DevicePlatform>? {
        if texts.contains(where: { $0.lowercased() == "all" }) { return nil }
        return try reader.values(name, texts, DevicePlatform.self)
    }

    func holds(for platform: DevicePlatform?) -> Bool {
        guard let platform else { return included == nil && excluded != nil }
        return (included?.contains(platform) ?? true) && !(excluded?.contains(platform) ?? true)
    }
}

/// A kind of operating system, as Microsoft Graph's `conditionalAccessDevicePlatform` spells it.
package enum DevicePlatform: String, Sendable, Hashable, CaseIterable {
    /// Android
    case android
    /// iOS and iPadOS
    case iOS
    /// Windows
    case windows
    /// Windows Phone
    case windowsPhone
    /// macOS
    case macOS
    /// Linux
    case linux
}

/// `locations`: the named locations to which the address of a sign-in belongs.
package struct LocationCondition: Sendable, Hashable {
    /// One half of the condition.
    package struct Selection: Sendable, Hashable {
        var isEverywhere = false
        var isTrusted = false
        var ids: Set<String> = []

        func holds(for place: SignInFacts.Location) -> Bool {
            isEverywhere || (isTrusted && place.isTrusted) || !ids.isDisjoint(with: place.ids)
        }
    }

    /// The locations to which the policy applies.
    package let included: Selection
    /// The locations to which it does not apply.
    package let excluded: Selection

    init(_ reader: PolicyReader) throws(PolicyFormatError) {
        try reader.allow(only: ["includeLocations", "excludeLocations"])
        let names = try reader.strings("includeLocations")
        guard !names.isEmpty else { throw reader.fault("includeLocations", "it is missing") }
        included = Self.selection(names)
        excluded = Self.selection(try reader.strings("excludeLocations"))
    }

    /// Every id that the condition names; each must be one of the tenant's named locations.
    package var ids: Set<String> { included.ids.union(excluded.ids) }

    private static func selection(_ names: [String]) -> Selection {
        var selection = Selection()
        for name in names {
            switch name.lowercased() {
            case "all": selection.isEverywhere = true
            case "alltrusted": selection.isTrusted = true
            case let id: selection.ids.insert(id)
            }
        }
        return selection
    }

    func holds(for place: SignInFacts.Location) -> Bool { included.holds(for: place) && !excluded.holds(for: place) }
}
