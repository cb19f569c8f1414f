/// Text to paste into a file or another part of an app's setup.
public struct SetupSnippet: Sendable, Hashable {
    /// The place of a snippet.
    public enum Place: String, Sendable, Hashable {
        /// The outermost dictionary of Info.plist; existing lists are extended.
        case infoPlist
        /// The outermost dictionary of the `.entitlements` file; existing lists are extended.
        case entitlements
        /// The app's registration.
        case registration
        /// The app's source.
        case source
    }

    /// The place.
    public let place: Place
    /// The text, with line breaks.
    public let text: String

    /// Makes a snippet.
    public init(_ place: Place, _ text: String) {
        self.place = place
        self.text = text
    }
}

extension SetupSnippet {
    /// A `CFBundleURLTypes` entry with the role that the guides use.
    static func urlType(_ scheme: String, name: String) -> SetupSnippet {
        SetupSnippet(
            .infoPlist,
            """
            <key>CFBundleURLTypes</key>
            <array>
                <dict>
                    <key>CFBundleTypeRole</key>
                    <string>Editor</string>
                    <key>CFBundleURLName</key>
                    <string>\(escaped(name))</string>
                    <key>CFBundleURLSchemes</key>
                    <array>
                        <string>\(escaped(scheme))</string>
                    </array>
                </dict>
            </array>
            """)
    }

    /// `LSApplicationQueriesSchemes` with the present and the missing schemes.
    static func queriedSchemes(_ schemes: [String]) -> SetupSnippet {
        SetupSnippet(.infoPlist, list("LSApplicationQueriesSchemes", schemes))
    }

    /// `keychain-access-groups`, for groups without a prefix.
    static func keychainGroups(_ names: [String]) -> SetupSnippet {
        SetupSnippet(.entitlements, list("keychain-access-groups", names.map { "$(AppIdentifierPrefix)" + $0 }))
    }

    private static func list(_ key: String, _ values: [String]) -> String {
        let lines = values.map { "    <string>\(escaped($0))</string>" }
        return (["<key>\(key)</key>", "<array>"] + lines + ["</array>"]).joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
