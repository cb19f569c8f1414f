import KeyfobCore
import KeyfobOAuth

/// A primary refresh token that was shown in a message signed with its session key.
struct PrimaryTokenProof: Sendable {
    let record: PrimaryRefreshTokenGrant
    let sessionKey: SessionKey
    let device: RegisteredDevice

    /// Checks everything but freshness: the token is known and holds, the message is signed with its session key, and
    /// the device may be used.
    ///
    /// - Throws: ``OAuthError`` 70000 (`bad_token`) for a token that is not known, 140001 for a message under another
    ///   key, 70008 (`token_expired`) for one whose time is over, 50155 or 135011 for its device.
    init(_ message: SessionSignedMessage, _ context: RequestContext) async throws {
        let token = message.primaryRefreshToken
        let hash = TokenHash.of(token.reveal())
        let found = try await context.transaction { transaction -> Found? in
            guard let record = try transaction.primaryRefreshToken(hash: hash) else { return nil }
            do {
                let device = try DeviceProof.registered(record.deviceID, transaction)
                return Found(record: record, device: .success(device))
            } catch let refusal as OAuthError {
                return Found(record: record, device: .failure(refusal))
            }
        }
        guard let found else {
            // With its device go the tokens of a device; whoever asks has to register again, not only to sign in.
            throw OAuthError(
                70000, ["detail": "the primary refresh token is not known"], suberror: "bad_token")
        }
        record = found.record
        // A key that is derived of the context alone serves every message; Entra ID still takes both.
        let derivations: Set<SessionKey.Derivation> =
            context.configuration.profile == .strict ? [.contextAndPayload] : Set(SessionKey.Derivation.allCases)
        // The store does not wait for this.
        guard let key = try? SealedSessionKey.open(record.sealedSessionKey, under: token),
            (try? message.verify(with: key, accepting: derivations)) != nil
        else { throw OAuthError(140001, ["device": record.deviceID]) }
        device = try found.device.get()
        guard context.now <= record.expiresAt else {
            throw OAuthError(70008, ["app": record.access.clientID], suberror: "token_expired")
        }
        sessionKey = key
    }

    private struct Found: Sendable {
        let record: PrimaryRefreshTokenGrant
        let device: Result<RegisteredDevice, OAuthError>
    }
}
