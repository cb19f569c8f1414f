import KeyfobBackport
package import KeyfobBrokerProtocol
package import KeyfobCore
import KeyfobSetup

extension BrokerAccess {
    /// The tag of the key in Microsoft's libraries, with its final zero byte.
    static let keyName = "com.microsoft.adBrokerKey\0"

    /// A broker's token for an app is bound to that app, and the apps of a suite may share the group, so each app has
    /// its own name.
    private func tokenName(_ clientID: String) -> String {
        "com.microsoft.adBrokerAppToken-\(clientID)" + (facts.bundleID.map { "-\($0)" } ?? "")
    }

    /// The key of the broker's responses. It is created once and stored.
    ///
    /// - Throws: `brokerFailed` (``BrokerExchangeError`` `keyNotCreated`) if none can be stored, since the response could not
    ///   be decrypted.
    package func brokerKey(random: any RandomSource) throws(AuthError) -> BrokerKey {
        if let key = try storedKey() { return key }
        let key = BrokerKey(random: random)
        do throws(AuthError) {
            try secrets.add(key.bytes, as: Self.keyName)
            // Another app of the group may have added a key in the meantime; the first one is shared by all.
            if let key = try storedKey() { return key }
            // The stored value is not a key.
            try secrets.write(key.bytes, as: Self.keyName)
            return key
        } catch {
            throw BrokerExchangeError.keyNotCreated.because(of: error)
        }
    }

    /// The stored key; nil if there is none.
    func storedKey() throws(AuthError) -> BrokerKey? {
        try secrets.read(Self.keyName).flatMap { BrokerKey(bytes: $0.reveal()) }
    }

    /// The token that the broker gave the app for its next request; nil if there is none, or if it cannot be read.
    package func applicationToken(of clientID: String) -> Secret<String>? {
        guard let bytes = try? secrets.read(tokenName(clientID)),
            let text = String(valid: bytes.reveal(), as: UTF8.self)
        else { return nil }
        return TokenSyntax.token(text)
    }

    /// Stores the token that the broker gives the app for its next request.
    ///
    /// - Returns: the error; nil if the token was stored. The call does not fail because of it.
    func keep(_ applicationToken: Secret<String>, of clientID: String) -> AuthError? {
        do throws(AuthError) {
            try secrets.write(Secret(Array(applicationToken.reveal().utf8)), as: tokenName(clientID))
            return nil
        } catch {
            return BrokerExchangeError.applicationTokenNotWritten.because(of: error)
        }
    }

    /// The values that the Intune App SDK has stored in the app.
    package var intune: IntuneContext {
        let enrollments = try? memory.text("intune_app_protection_enrollment_id_V1")
        let resources = try? memory.text("intune_mam_resource_V1")
        return IntuneContext(enrollmentsText: enrollments, resourcesText: resources) ?? IntuneContext()
    }
}

extension BrokerExchangeError {
    /// The error, with the message and remedy of its cause.
    func because(of error: AuthError) -> AuthError {
        var copy = authError
        copy.message += " \(error.message)"
        copy.remedy = error.remedy ?? copy.remedy
        return copy
    }
}
