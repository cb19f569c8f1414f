package import KeyfobCache
package import KeyfobCore

/// The entries of an Info.plist that signing in and the device depend on, with build settings filled in.
package struct InfoPlist {
    /// One entry of `CFBundleURLTypes`: role, name and schemes, as written.
    package struct URLType: Sendable, Hashable {
        package var role: String?
        package var name: String?
        package var schemes: [String]
    }

    private let members: [String: PropertyListValue]
    private let settings: [String: String]
    package let bundleID: String?
    package private(set) var urlTypes: [URLType] = []
    package private(set) var queriedSchemes: [String] = []

    /// Reads the entries.
    ///
    /// - Throws: `AuthError` with code `configuration` if an entry has another type than its key requires.
    package init(members: [String: PropertyListValue], settings: [String: String]) throws(AuthError) {
        self.members = members
        var settings = settings
        var identifier: String?
        if let value = members["CFBundleIdentifier"] {
            guard case .string(let text) = value else { throw Self.wrongType("CFBundleIdentifier", "a text") }
            identifier = Self.expand(text, settings)
        } else {
            // Xcode adds it to the built file if the project's has none.
            identifier = settings["PRODUCT_BUNDLE_IDENTIFIER"]
        }
        if identifier?.isEmpty == true || identifier?.contains("$") == true { identifier = nil }
        bundleID = identifier
        for name in ["PRODUCT_BUNDLE_IDENTIFIER", "CFBundleIdentifier"] where settings[name] == nil {
            settings[name] = identifier
        }
        self.settings = settings
        urlTypes = try readURLTypes()
        queriedSchemes = try texts(members["LSApplicationQueriesSchemes"], "LSApplicationQueriesSchemes")
    }

    package var isAppExtension: Bool {
        members["NSExtension"] != nil || members["EXAppExtensionAttributes"] != nil
            || members["CFBundlePackageType"] == .string("XPC!")
    }

    package var usesScenes: Bool { members["UIApplicationSceneManifest"] != nil }

    /// `AppIdentifierPrefix`, which apps that need their team's prefix at run time add to their Info.plist.
    package var applicationPrefix: String? {
        guard case .string(let text) = members["AppIdentifierPrefix"] else { return nil }
        let expanded = Self.expand(text, settings)
        return expanded.contains("$") ? nil : expanded
    }

    package var isForMac: Bool {
        if case .array(let platforms) = members["CFBundleSupportedPlatforms"] {
            return platforms == [.string("MacOSX")]
        }
        if case .string(let name) = members["DTPlatformName"] { return name == "macosx" }
        return members["LSMinimumSystemVersion"] != nil && members["LSRequiresIPhoneOS"] == nil
    }

    private func readURLTypes() throws(AuthError) -> [URLType] {
        guard let value = members["CFBundleURLTypes"] else { return [] }
        guard case .array(let entries) = value else { throw Self.wrongType("CFBundleURLTypes", "a list") }
        var types: [URLType] = []
        for entry in entries {
            guard case .dictionary(let entry) = entry else {
                throw Self.wrongType("An entry of CFBundleURLTypes", "a dictionary")
            }
            func text(_ key: String) -> String? {
                if case .string(let text) = entry[key] { Self.expand(text, settings) } else { nil }
            }
            types.append(
                URLType(
                    role: text("CFBundleTypeRole"), name: text("CFBundleURLName"),
                    schemes: try texts(entry["CFBundleURLSchemes"], "CFBundleURLSchemes")))
        }
        return types
    }

    fileprivate func member(_ name: String) -> PropertyListValue? { members[name] }

    fileprivate func expanded(_ text: String) -> String { Self.expand(text, settings) }

    fileprivate func texts(_ value: PropertyListValue?, _ key: String) throws(AuthError) -> [String] {
        guard let value else { return [] }
        guard case .array(let elements) = value else { throw Self.wrongType(key, "a list of texts") }
        var found: [String] = []
        for element in elements {
            guard case .string(let text) = element else { throw Self.wrongType(key, "a list of texts") }
            found.append(Self.expand(text, settings))
        }
        return found
    }

    /// Replaces `$(NAME)` and `${NAME}`, once: unknown names stay as written.
    private static func expand(_ text: String, _ settings: [String: String]) -> String {
        var text = text
        for (name, value) in settings {
            for written in ["$(\(name))", "${\(name)}", "$(\(name):rfc1034identifier)"] {
                text = text.replacing(written, with: value)
            }
        }
        return text
    }

    fileprivate static func wrongType(_ key: String, _ type: String) -> AuthError {
        .configuration(
            "Info.plist: \(key) is not \(type).", remedy: "Correct it in Xcode: the target's Info page shows its type.")
    }
}

extension InfoPlist {
    /// Returns the text of an entry; nil if it has none, or a value of another type.
    package func text(_ name: String) -> String? { member(name)?.stringValue.map(expanded) }

    /// Returns a list of texts; empty if there is no such entry.
    ///
    /// - Throws: `AuthError` with code `configuration` if the entry is something else.
    package func list(_ name: String) throws(AuthError) -> [String] { try texts(member(name), name) }

    /// Returns a dictionary of texts; empty if there is no such entry.
    ///
    /// - Throws: `AuthError` with code `configuration` if the entry is something else.
    package func texts(_ name: String) throws(AuthError) -> [String: String] {
        guard let value = member(name) else { return [:] }
        let texts = value.dictionaryValue?.compactMapValues(\.stringValue)
        guard let texts, texts.count == value.dictionaryValue?.count else {
            throw Self.wrongType(name, "a dictionary of texts")
        }
        return texts.mapValues(expanded)
    }
}
