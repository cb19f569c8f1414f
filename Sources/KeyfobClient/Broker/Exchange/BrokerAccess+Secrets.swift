import KeyfobBrokerProtocol
import KeyfobCore

extension BrokerAccess {
    /// How Microsoft's libraries tag the key, the byte at the end included.
    static let keyName = "com.microsoft.adBrokerKey\0"

    /// What the broker gives an app is bound to that app, and the suite may share the group: each has its own.
    private func tokenName(_ clientID: String) -> String {
        "com.microsoft.adBrokerAppToken-\(clientID)" + (facts.bundleID.map { "-\($0)" } ?? "")
    }

    /// The key of replies: made once, and kept.
    ///
    /// - Throws: `brokerFailed` (``BrokerFault`` `keyNotCreated`) if none can be kept: a reply could not be read.
    func brokerKey(random: any RandomSource) throws(AuthError) -> BrokerKey {
        if let key = try storedKey() { return key }
        let key = BrokerKey(random: random)
        do throws(AuthError) {
            try secrets.add(key.bytes, as: Self.keyName)
            // Another app of the group may have made one in the same moment: whichever was first is everybody's.
            if let key = try storedKey() { return key }
            // What is there is no key.
            try secrets.write(key.bytes, as: Self.keyName)
            return key
        } catch {
            throw BrokerFault.keyNotCreated.because(of: error)
        }
    }

    /// The key of replies; nil if there is none.
    func storedKey() throws(AuthError) -> BrokerKey? {
        try secrets.read(Self.keyName).flatMap { BrokerKey(bytes: $0.reveal()) }
    }

    /// What the broker gave the app for its next request; nil if nothing, or if it cannot be read.
    func applicationToken(of clientID: String) -> Secret<String>? {
        guard let bytes = try? secrets.read(tokenName(clientID)),
            let text = String(validating: bytes.reveal(), as: UTF8.self)
        else { return nil }
        return Secret(text)
    }

    /// Keeps what the broker gives the app for its next request.
    ///
    /// - Returns: what went wrong; nil if nothing. It is no failure of the call.
    func keep(_ applicationToken: Secret<String>, of clientID: String) -> AuthError? {
        do throws(AuthError) {
            try secrets.write(Secret(Array(applicationToken.reveal().utf8)), as: tokenName(clientID))
            return nil
        } catch {
            return BrokerFault.applicationTokenNotWritten.because(of: error)
        }
    }

    /// What the Intune App SDK in the app has written down.
    var intune: IntuneContext {
        let enrollments = try? memory.text("intune_app_protection_enrollment_id_V1")
        let resources = try? memory.text("intune_mam_resource_V1")
        return IntuneContext(enrollmentsText: enrollments, resourcesText: resources) ?? IntuneContext()
    }
}

extension BrokerFault {
    /// The error, with what was underneath.
    func because(of error: AuthError) -> AuthError {
        var copy = authError
        copy.message += " \(error.message)"
        copy.remedy = error.remedy ?? copy.remedy
        return copy
    }
}
