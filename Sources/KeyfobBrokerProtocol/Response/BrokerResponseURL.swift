import KeyfobBackport
import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth

/// A URL that looks like a broker's response to an app. ``open(key:request:)`` decrypts and validates it.
package struct BrokerResponseURL: Sendable {
    private let place: URLWithoutQuery
    private let members: BrokerMembers
    /// The version that it states (`msg_protocol_ver`); 1 if it states none.
    package let version: Int

    /// Reads a URL that looks like a response; nil for every other URL.
    ///
    /// It contains an encrypted response, or an error number and a version.
    package init?(_ url: String) {
        guard let place = URLWithoutQuery(url), let query = place.query, let form = try? BrokerForm.decode(query) else {
            return nil
        }
        let members = BrokerMembers(form)
        let isFailure = members["error_code"] != nil && members["msg_protocol_ver"] != nil
        guard members["response"] != nil || isFailure else { return nil }
        version = members["msg_protocol_ver"].flatMap { Int($0) } ?? 1
        self.place = place
        self.members = members
    }

    /// Returns whether it was sent to a redirect URI.
    package func isFor(_ redirectURI: String) -> Bool {
        URLWithoutQuery(redirectURI).map { place.isResponse(to: $0) } ?? false
    }

    /// Decrypts and validates the response.
    ///
    /// The response must have the request's version and redirect URI, decrypt under the key, match its digest, and repeat
    /// the request's nonce. The nonce is always compared, whichever sender the operating system reports.
    ///
    /// - Parameters:
    ///   - key: the app's key for responses.
    ///   - request: the stored state of the request.
    /// - Returns: the response. A failure of version 2 is unencrypted, so that nothing in it is trusted except that the
    ///   request has ended: ``BrokerResponse/additionalTokens`` and every token of it are nil.
    /// - Throws: ``BrokerExchangeError``: `mismatchedResumeState`, `hashMissing`, `corrupted`, `decryptionFailed`,
    ///   `hashMismatch`.
    package func open(key: BrokerKey, request: BrokerResumeState) throws(BrokerExchangeError) -> BrokerResponse {
        guard version == request.dialect.version, isFor(request.responseAddress) else { throw .mismatchedResumeState }
        guard let response = members["response"] else { return try plainFailure(request) }
        guard let hash = members["hash"] else { throw .hashMissing }
        let plain = try SealedResponseCodec.open(.init(response: response, hash: hash), with: key)
        guard let text = String(valid: plain, as: UTF8.self), let form = try? BrokerForm.decode(text) else {
            throw .corrupted
        }
        guard let reply = try? BrokerResponse(BrokerMembers(form), dialect: request.dialect) else { throw .corrupted }
        try Self.check(reply.nonce, request)
        return reply
    }

    private func plainFailure(_ request: BrokerResumeState) throws(BrokerExchangeError) -> BrokerResponse {
        // Version 3 encrypts failures too: an unencrypted one is not the broker's.
        guard request.dialect == .adal else { throw .mismatchedResumeState }
        try Self.check(members["broker_nonce"], request)
        var reply = BrokerResponse(
            .failure(BrokerResponseError(plain: members)), nonce: members["broker_nonce"],
            correlationID: members["correlation_id"])
        reply.brokerVersion = members["x-broker-app-ver"]
        return reply
    }

    private static func check(_ nonce: String?, _ request: BrokerResumeState) throws(BrokerExchangeError) {
        guard let nonce, ConstantTime.equal(nonce, request.nonce) else { throw .mismatchedResumeState }
    }
}
