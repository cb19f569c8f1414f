import KeyfobCore

extension ADALCacheKey {
    /// `kSecAttrGeneric` of every item, and the prefix of every `kSecAttrService`.
    package static let library = "MSOpenTech.ADAL.1"
    /// The placeholder for a blank part.
    package static let blank = "CC3513A0-0E69-4B4D-97FC-DFB6C91EE132"

    /// `kSecAttrService` of the item.
    ///
    /// - Parameters:
    ///   - intuneID: the `applicationIdentifier` of an app that Intune wraps; it becomes part of the prefix.
    ///   - appKey: set by a broker only.
    package func keychainService(intuneID: String? = nil, appKey: String? = nil) -> String {
        let prefix = intuneID.map { $0.isEmpty ? "" : "-\(Self.encoded($0))" } ?? ""
        let parts = [Self.library + prefix, Self.encoded(authority), part(resource), part(clientID)]
        return (parts + (appKey.map { [$0] } ?? [])).joined(separator: "|")
    }

    /// `kSecAttrAccount` of the item on a platform.
    package func keychainAccount(_ platform: ADALKeychainPlatform) -> String {
        switch platform {
        case .iOS: Self.encoded(userID)
        case .macOS: userID
        }
    }

    private func part(_ text: String) -> String { text.isEmpty ? Self.blank : Self.encoded(text) }

    private static func encoded(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }
}

/// The platform on which ADAL wrote a keychain item, which determines the format of the user's name.
package enum ADALKeychainPlatform: Sendable, Hashable {
    /// The user in base64url.
    case iOS
    /// The user as text.
    case macOS
}
