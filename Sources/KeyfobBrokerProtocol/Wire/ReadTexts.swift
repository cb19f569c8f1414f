package import KeyfobCore
import Synchronization

/// What texts say that come with every message and are hardly ever others: addresses and scopes, read once.
///
/// Reading the same text gives the same value, so that nothing is decided here. What cannot be read is an error
/// each time, and nothing is kept for ever.
package enum ReadTexts {
    private static let authorities = Kept<Authority>()
    private static let redirectURIs = Kept<RedirectURI>()
    private static let redirectForms = Kept<BrokerRedirectForm?>()
    private static let scopeSets = Kept<ScopeSet>()

    /// As `Authority.init(_:)` reads it.
    package static func authority(_ text: String) throws(AuthError) -> Authority {
        try authorities.value(of: text) { text throws(AuthError) in try Authority(text) }
    }

    /// As `RedirectURI.init(_:)` reads it.
    package static func redirectURI(_ text: String) throws(AuthError) -> RedirectURI {
        try redirectURIs.value(of: text) { text throws(AuthError) in try RedirectURI(text) }
    }

    /// As ``BrokerRedirectForm/init(_:)`` reads it.
    package static func redirectForm(_ text: String) -> BrokerRedirectForm? {
        redirectForms.value(of: text) { BrokerRedirectForm($0) }
    }

    /// As `ScopeSet.init(spaceSeparated:)` reads it.
    package static func scopes(_ text: String) -> ScopeSet {
        scopeSets.value(of: text) { ScopeSet(spaceSeparated: $0) }
    }

    /// A few values by their texts.
    private final class Kept<Value: Sendable>: Sendable {
        /// Who sends ever new texts makes them be read each time, and no more.
        private static var limit: Int { 64 }
        /// The longest text that is kept, in bytes.
        private static var longest: Int { 512 }

        private let values = Mutex<[String: Value]>([:])

        func value<E: Error>(of text: String, _ read: (String) throws(E) -> Value) throws(E) -> Value {
            // Of other texts two may be equal that have not the same bytes: a kelvin sign is a K.
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
