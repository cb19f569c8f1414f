public import KeyfobCore

/// The keychain access groups in an app's entitlements, as written by Xcode's capability Keychain Sharing.
public struct AppEntitlements: Sendable, Hashable {
    /// `keychain-access-groups` in order, with prefixes. The first one is the default for new items.
    public let keychainAccessGroups: [String]
    /// `application-identifier` (iOS) or `com.apple.application-identifier` (macOS), if present.
    public let applicationIdentifier: String?
    /// `com.apple.security.application-groups`, which have no prefix on iOS.
    public let applicationGroups: [String]

    /// Makes entitlements with full group names.
    public init(
        keychainAccessGroups: [String], applicationIdentifier: String? = nil, applicationGroups: [String] = []
    ) {
        self.keychainAccessGroups = keychainAccessGroups
        self.applicationIdentifier = applicationIdentifier
        self.applicationGroups = applicationGroups
    }

    /// Parses a property list (an `.entitlements` file, in XML or binary form).
    ///
    /// - Parameters:
    ///   - propertyList: the bytes of the file.
    ///   - prefix: the value of `$(AppIdentifierPrefix)` and `$(TeamIdentifierPrefix)`; a missing dot at the end is
    ///     added, as in Xcode's value.
    ///   - bundleID: the value of `$(CFBundleIdentifier)` and `$(PRODUCT_BUNDLE_IDENTIFIER)`.
    /// - Throws: ``KeyfobCore/AuthError`` with code `configuration` if it is not a property list of a dictionary, a
    ///   group is not a text, or a variable is unknown.
    public init(propertyList: [UInt8], prefix: String, bundleID: String) throws(AuthError) {
        let members = try PropertyListFile.dictionary(propertyList, of: "The entitlements file")
        func list(_ name: String, _ capability: String) throws(AuthError) -> [String] {
            guard let value = members[name] else { return [] }
            let texts = value.arrayValue?.map(\.stringValue)
            if let texts, !texts.contains(nil) { return texts.compactMap(\.self) }
            throw .configuration(
                "\(name) is not a list of texts.", remedy: "Let Xcode write it: add the capability \(capability).")
        }
        let groups = try list("keychain-access-groups", "Keychain Sharing")
        let appGroups = try list("com.apple.security.application-groups", "App Groups")
        let dotted = prefix.isEmpty || prefix.hasSuffix(".") ? prefix : prefix + "."
        func expand(_ text: String) throws(AuthError) -> String {
            var text = text
            let values = [
                "AppIdentifierPrefix": dotted, "TeamIdentifierPrefix": dotted, "CFBundleIdentifier": bundleID,
                "PRODUCT_BUNDLE_IDENTIFIER": bundleID,
            ]
            for (name, value) in values { text = text.replacing("$(\(name))", with: value) }
            guard !text.contains("$(") else {
                throw .configuration(
                    "The access group \(text) contains an unknown variable.",
                    remedy: "Write $(AppIdentifierPrefix) before the group's name.")
            }
            return text
        }
        let identifier = members["application-identifier"] ?? members["com.apple.application-identifier"]
        keychainAccessGroups = try groups.map(expand)
        applicationIdentifier = try identifier?.stringValue.map(expand)
        applicationGroups = try appGroups.map(expand)
    }

    /// Every access group of the app in the order of iOS, beginning with the default one: the keychain's groups, the
    /// app's own (`application-identifier`), the app groups.
    public var accessGroups: [String] {
        var groups: [String] = []
        for group in keychainAccessGroups + (applicationIdentifier.map { [$0] } ?? []) + applicationGroups
        where !groups.contains(group) {
            groups.append(group)
        }
        return groups
    }

    /// Whether the app's own group comes first, so that items without a group are not shared.
    public func beginsWithOwnGroup(bundleID: String) -> Bool {
        guard let first = keychainAccessGroups.first else { return true }
        let parts = first.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        return first == bundleID || (parts.count == 2 && parts[1] == bundleID)
    }
}
