import KeyfobBackport
package import KeyfobCore

/// A cache of parsed texts that are in every message and rarely change: URLs and scopes.
///
/// Parsing the same text always gives the same value, so that the cache decides nothing. Errors are not cached, and no
/// entry is kept forever.
package enum ReadTexts {
    private static let authorities = Kept<Authority>()
    private static let redirectURIs = Kept<RedirectURI>()
    private static let redirectForms = Kept<BrokerRedirectForm?>()
    private static let scopeSets = Kept<ScopeSet>()

    /// Reads a text like `Authority.init(_:)`.
    package static func authority(_ text: String) throws(AuthError) -> Authority {
        try authorities.value(of: text) { text throws(AuthError) in try Authority(text) }
    }

    /// Reads a text like `RedirectURI.init(_:)`.
    package static func redirectURI(_ text: String) throws(AuthError) -> RedirectURI {
        try redirectURIs.value(of: text) { text throws(AuthError) in try RedirectURI(text) }
    }

    /// Reads a text like ``BrokerRedirectForm/init(_:)``.
    package static func redirectForm(_ text: String) -> BrokerRedirectForm? {
        redirectForms.value(of: text) { BrokerRedirectForm($0) }
    }

    /// Reads a text like `ScopeSet.init(spaceSeparated:)`.
    package static func scopes(_ text: String) -> ScopeSet {
        scopeSets.value(of: text) { ScopeSet(spaceSeparated: $0) }
    }

    /// A few parsed values by their texts.
    private final class Kept<Value: Sendable>: Sendable {
        /// The maximum number of values. A client that keeps sending new texts only causes them to be parsed each time.
        private static var limit: Int { 64 }
        /// The longest text that is cached, in bytes.
        private static var longest: Int { 512 }

        private let values = Mutex<[String: Value]>([:])

        func value<E: Error>(of text: String, _ read: (String) throws(E) -> Value) throws(E) -> Value {
            // Other texts may be equal without having the same bytes: a kelvin sign is a K.
            guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ $0 < 0x80 }) else { return try read(text) }
            if let known = values.withLock({ $0[text] }) { return known }
            let value = try read(text)
            values.withLock { values in
                if values.count >= Self.limit { values = [:] }
                values[text] = value
            }
            return value
        }
    }
}
