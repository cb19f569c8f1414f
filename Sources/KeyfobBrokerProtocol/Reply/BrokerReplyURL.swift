import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth

/// A URL that came to an app and looks like a broker's reply. What it says is not known before ``open(key:request:)``.
public struct BrokerReplyURL: Sendable {
    private let place: URLPlace
    private let members: BrokerMembers
    /// The version that it says of itself (`msg_protocol_ver`); 1 if it says none.
    public let version: Int

    /// Takes a URL that looks like a reply; nil for every other URL.
    ///
    /// One looks so if it has an encrypted answer, or an error number beside a version.
    public init?(_ url: String) {
        guard let place = URLPlace(url), let query = place.query, let form = try? BrokerForm.decode(query) else {
            return nil
        }
        let members = BrokerMembers(form)
        let isFailure = members["error_code"] != nil && members["msg_protocol_ver"] != nil
        guard members["response"] != nil || isFailure else { return nil }
        version = members["msg_protocol_ver"].flatMap { Int($0) } ?? 1
        self.place = place
        self.members = members
    }

    /// Whether it was sent to a redirect URI.
    public func isFor(_ redirectURI: String) -> Bool {
        URLPlace(redirectURI).map { place.isReply(to: $0) } ?? false
    }

    /// Decrypts and checks.
    ///
    /// The reply must be of the request's version, come to its address, decrypt under the key, have its digest, and
    /// repeat its nonce. The nonce is compared always, whoever the operating system says has sent the URL.
    ///
    /// - Parameters:
    ///   - key: the app's key for replies.
    ///   - request: what is kept of the request.
    /// - Returns: what the broker says. A failure of version 2 came in clear, so that nothing in it may be believed but
    ///   that the request has ended: ``BrokerReply/additionalTokens`` and every token of it are nil.
    /// - Throws: ``BrokerFault``: `mismatchedResumeState`, `hashMissing`, `corrupted`, `decryptionFailed`,
    ///   `hashMismatch`.
    public func open(key: BrokerKey, request: BrokerResumeState) throws(BrokerFault) -> BrokerReply {
        guard version == request.dialect.version, isFor(request.replyAddress) else { throw .mismatchedResumeState }
        guard let response = members["response"] else { return try plainFailure(request) }
        guard let hash = members["hash"] else { throw .hashMissing }
        let plain = try LegacyReplyCodec.open(.init(response: response, hash: hash), with: key)
        guard let text = String(validating: plain, as: UTF8.self), let form = try? BrokerForm.decode(text) else {
            throw .corrupted
        }
        let reply = BrokerReply(BrokerMembers(form), dialect: request.dialect)
        try Self.check(reply.nonce, request)
        return reply
    }

    private func plainFailure(_ request: BrokerResumeState) throws(BrokerFault) -> BrokerReply {
        // Version 3 encrypts failures too: one in clear is somebody else's.
        guard request.dialect == .adal else { throw .mismatchedResumeState }
        try Self.check(members["broker_nonce"], request)
        var reply = BrokerReply(
            .failure(BrokerFailure(plain: members)), nonce: members["broker_nonce"],
            correlationID: members["correlation_id"])
        reply.brokerVersion = members["x-broker-app-ver"]
        return reply
    }

    private static func check(_ nonce: String?, _ request: BrokerResumeState) throws(BrokerFault) {
        guard let nonce, ConstantTime.equal(nonce, request.nonce) else { throw .mismatchedResumeState }
    }
}
