import KeyfobBackport
package import KeyfobCore

/// The part of an entity that a store seals: its secret and its unknown members.
///
/// It is opened on first use and stays open: reading an account's names and expiry times unseals nothing.
package final class CredentialContents: Sendable {
    /// The unsealed contents.
    package struct Opened: Sendable, Hashable {
        /// The secret (`secret`); nil for a kind that has none.
        package let secret: Secret<String>?
        /// The unknown members, which a rewrite keeps.
        package let unknown: [String: JSONValue]

        /// Makes the contents.
        package init(secret: Secret<String>?, unknown: [String: JSONValue] = [:]) {
            self.secret = secret
            self.unknown = unknown
        }
    }

    private enum State: Sendable {
        case opened(Opened)
        case sealed(@Sendable () throws(AuthError) -> Opened)
    }

    private let state: Mutex<State>

    /// Makes contents that are open.
    package init(secret: Secret<String>?, unknown: [String: JSONValue] = [:]) {
        state = Mutex(.opened(Opened(secret: secret, unknown: unknown)))
    }

    /// Makes contents that are opened on first use; after a failure the next use tries again.
    package init(opening: @escaping @Sendable () throws(AuthError) -> Opened) { state = Mutex(.sealed(opening)) }

    /// The contents.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked` or `storeUnavailable` if they cannot be unsealed.
    package func open() throws(AuthError) -> Opened {
        try state.withLock { state throws(AuthError) in
            switch state {
            case .opened(let opened): return opened
            case .sealed(let opening):
                let opened = try opening()
                state = .opened(opened)
                return opened
            }
        }
    }

    /// Whether this is the secret, also if it is no token: a bad one must not keep others from being replaced.
    ///
    /// - Throws: as ``open()``.
    func holds(_ other: Secret<String>) throws(AuthError) -> Bool { try open().secret == other }

    /// The token; empty text if there is none.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it has a character that no token has, whichever store or
    ///   cache it comes from; as ``open()`` otherwise.
    package var token: Secret<String> {
        get throws(AuthError) {
            guard let secret = try open().secret else { return Secret("") }
            guard let token = TokenSyntax.token(secret.reveal()) else { throw .notAToken }
            return token
        }
    }
}

extension AuthError {
    /// The error for a stored token with characters that no token has.
    package static var notAToken: AuthError {
        AuthError(
            .storeUnavailable, origin: .store,
            message: "A stored token has characters that no token has (RFC 6749 appendix A), and is not used.",
            remedy: "Sign in again, which replaces it; if it happens again, look for a program that writes the files.")
    }
}

extension CredentialContents {
    /// The contents, or nil if they are damaged: the caller replaces them, and must not fail because of the damage.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked` if the key cannot be reached, which does not mean damage.
    func openUnlessDamaged() throws(AuthError) -> Opened? {
        do {
            return try open()
        } catch {
            guard error.code == .storeUnavailable else { throw error }
            return nil
        }
    }
}
