/// Text to paste into one of the files or places that make an app's setup.
public struct SetupSnippet: Sendable, Hashable {
    /// Where a snippet belongs.
    public enum Place: String, Sendable, Hashable {
        /// Into the outermost dictionary of Info.plist; lists that are there already are extended.
        case infoPlist
        /// Into the outermost dictionary of the `.entitlements` file; lists that are there already are extended.
        case entitlements
        /// Into the app's registration.
        case registration
        /// Into the app's source.
        case source
    }

    /// Where it belongs.
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
    /// A `CFBundleURLTypes` entry with the role of the guides.
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

    /// `LSApplicationQueriesSchemes` with what is there and what is missing.
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
