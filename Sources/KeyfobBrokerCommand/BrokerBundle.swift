#if Server && LinuxTransport
import KeyfobBrokerProtocol

/// The property lists of the broker's bundle.
enum BrokerBundle {
    /// `Info.plist`: its name, its program and its URL schemes.
    static func info(_ schemes: BrokerSchemes) -> String {
        // The response of a sign-in by certificate always comes by Microsoft's scheme.
        let all = Set(schemes.all + ["msauth", "msauth.\(BrokerIdentity.keyfobBundleID)"]).sorted()
        return document(
            """
            <key>CFBundleIdentifier</key><string>\(BrokerIdentity.keyfobBundleID)</string>
            <key>CFBundleName</key><string>Keyfob Broker</string>
            <key>CFBundleShortVersionString</key><string>1.0</string>
            <key>CFBundleExecutable</key><string>keyfob-broker</string>
            <key>KeyfobLaunchArguments</key><array><string>serve</string></array>
            <key>CFBundleURLTypes</key><array><dict>
            <key>CFBundleTypeRole</key><string>Editor</string>
            <key>CFBundleURLName</key><string>\(BrokerIdentity.keyfobBundleID)</string>
            <key>CFBundleURLSchemes</key><array>\(all.map { "<string>\($0)</string>" }.joined())</array>
            </dict></array>
            """)
    }

    /// `entitlements.plist`: the identity providers that its single sign-on extension serves.
    static func entitlements(_ hosts: [String]) -> String {
        let names = Set(hosts.map { $0.split(separator: ":").first.map(String.init) ?? $0 }).sorted()
        return document(
            """
            <key>keychain-access-groups</key><array>\
            <string>$(AppIdentifierPrefix)\(BrokerIdentity.keyfobBundleID)</string></array>
            <key>com.apple.developer.associated-domains</key>
            <array>\(names.map { "<string>authsrv:\($0)</string>" }.joined())</array>
            """)
    }

    /// `signature.plist`: the team that signed it.
    static func signature(_ team: String) -> String {
        document("<key>TeamIdentifier</key><string>\(team)</string>")
    }

    private static func document(_ content: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>
        \(content)
        </dict></plist>

        """
    }
}
#endif
