import KeyfobBackport
import KeyfobCore
import KeyfobOAuth

/// The passwords that one request has compared.
///
/// A request starts again if the directory changes before its transaction. Comparing takes long on purpose, so with many
/// changes the directory would have changed again after each comparison, and no attempt would come to its end.
final class ComparedPasswords: Sendable {
    private struct Comparison {
        let password: Secret<String>
        let hash: String?
        let isRight: Bool
    }

    private let known = Mutex<[Comparison]>([])

    /// Whether the password matches the hash, as ``PasswordChecker/verifies(_:hash:)`` says, which is asked once.
    ///
    /// - Throws: ``OAuthError`` 90033 if too many checks wait.
    func verifies(
        _ password: Secret<String>, hash: String?, by checker: PasswordChecker
    ) async throws(OAuthError) -> Bool {
        let found = known.withLock { known in
            known.first { $0.hash == hash && $0.password.reveal().utf8.elementsEqual(password.reveal().utf8) }
        }
        if let found { return found.isRight }
        let isRight = try await checker.verifies(password, hash: hash)
        known.withLock { $0.append(Comparison(password: password, hash: hash, isRight: isRight)) }
        return isRight
    }
}
