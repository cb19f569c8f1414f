import Foundation
public import KeyfobCore

/// What an app's entitlements say about keychains: the groups it shares, as Xcode's Keychain Sharing writes them.
public struct AppEntitlements: Sendable, Hashable {
    /// `keychain-access-groups` in their order, prefixes filled in. The first is where an item lands that names none.
    public let keychainAccessGroups: [String]
    /// `application-identifier` (iOS) or `com.apple.application-identifier` (macOS), if it is there.
    public let applicationIdentifier: String?

    /// Makes entitlements of full group names.
    public init(keychainAccessGroups: [String], applicationIdentifier: String? = nil) {
        self.keychainAccessGroups = keychainAccessGroups
        self.applicationIdentifier = applicationIdentifier
    }

    /// Parses a property list (an `.entitlements` file, in XML or binary form).
    ///
    /// - Parameters:
    ///   - prefix: what `$(AppIdentifierPrefix)` and `$(TeamIdentifierPrefix)` stand for; a dot at its end is added if
    ///     it is missing, since Xcode's value has one.
    ///   - bundleID: what `$(CFBundleIdentifier)` and `$(PRODUCT_BUNDLE_IDENTIFIER)` stand for.
    /// - Throws: ``KeyfobCore/AuthError`` with code `configuration` if it is no property list of a dictionary, a group
    ///   is no text, or a variable stands for nothing that is known here.
    public init(propertyList: [UInt8], prefix: String, bundleID: String) throws(AuthError) {
        let parsed = try? PropertyListSerialization.propertyList(from: Data(propertyList), format: nil)
        guard let members = parsed as? [String: Any] else {
            throw .configuration(
                "The entitlements are not a property list of a dictionary.",
                remedy: "Pass the file that CODE_SIGN_ENTITLEMENTS names in the project.")
        }
        let listed = members["keychain-access-groups"] ?? [String]()
        guard let groups = listed as? [String] else {
            throw .configuration(
                "keychain-access-groups is not a list of texts.",
                remedy: "Let Xcode write it: add the capability Keychain Sharing.")
        }
        let dotted = prefix.isEmpty || prefix.hasSuffix(".") ? prefix : prefix + "."
        func expand(_ text: String) throws(AuthError) -> String {
            var text = text
            let values = [
                "AppIdentifierPrefix": dotted, "TeamIdentifierPrefix": dotted, "CFBundleIdentifier": bundleID,
                "PRODUCT_BUNDLE_IDENTIFIER": bundleID,
            ]
            for (name, value) in values { text = text.replacingOccurrences(of: "$(\(name))", with: value) }
            guard !text.contains("$(") else {
                throw .configuration(
                    "The access group \(text) has a variable that is not known here.",
                    remedy: "Write $(AppIdentifierPrefix) before the group's name.")
            }
            return text
        }
        var expanded: [String] = []
        for group in groups { expanded.append(try expand(group)) }
        let identifier = members["application-identifier"] ?? members["com.apple.application-identifier"]
        keychainAccessGroups = expanded
        applicationIdentifier = try (identifier as? String).map(expand)
    }

    /// Every access group of the app, the default one first: the shared ones, then its own (`application-identifier`).
    public var accessGroups: [String] {
        keychainAccessGroups + (applicationIdentifier.map { keychainAccessGroups.contains($0) ? [] : [$0] } ?? [])
    }

    /// Whether the app's own group comes first, so that what names no group stays with the app.
    public func beginsWithOwnGroup(bundleID: String) -> Bool {
        guard let first = keychainAccessGroups.first else { return true }
        return first == bundleID || first.hasSuffix(".\(bundleID)")
    }
}
