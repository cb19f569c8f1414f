import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// A primary refresh token that was sent in a message signed with its session key.
struct PrimaryTokenProof: Sendable {
    let record: PrimaryRefreshTokenGrant
    let sessionKey: SessionKey
    let device: RegisteredDevice

    /// Checks everything but freshness: the token is known and valid, the message is signed with its session key, and
    /// the device may be used.
    ///
    /// - Throws: ``OAuthError`` 70000 (`bad_token`) for an unknown token, 140001 for a message under another key, 70008
    ///   (`token_expired`) for an expired one, 50155 or 135011 for its device.
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
            // Removing a device removes its tokens; the broker has to register again, and not only to sign in.
            throw OAuthError(
                70000, ["detail": "the primary refresh token is not known"], suberror: "bad_token")
        }
        record = found.record
        // A key that is derived from the context alone verifies every message; Entra ID still accepts both.
        let derivations: Set<SessionKey.Derivation> =
            context.configuration.profile == .strict ? [.contextAndPayload] : Set(SessionKey.Derivation.allCases)
        // Runs outside a transaction, so the store does not wait for it.
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
