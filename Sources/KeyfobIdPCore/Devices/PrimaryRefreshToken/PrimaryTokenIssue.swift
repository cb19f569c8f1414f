import KeyfobCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// The issue of a primary refresh token: a device sends a signed request with a proof of the user (MS-OAPXBC section
/// 3.2.5.1.2).
enum PrimaryTokenIssue {
    static func answer(_ compact: String, _ context: RequestContext) async throws -> HTTPResponse {
        let message: DeviceSignedMessage
        do { message = try DeviceSignedMessage(compact: compact) } catch {
            throw OAuthError(50027, ["detail": "the signed request cannot be read"], detail: error.message)
        }
        let request = try PRTIssueRequest(claims: message.claims)
        let signature = try DeviceSignature(message, context)
        let device = try await context.transaction { try DeviceProof.device(of: signature, $0) }
        guard try RequestNonce.isFresh(request.nonce, context) else { throw OAuthError(140000) }
        guard let client = context.directory.application(request.clientID), client.isEnabled else {
            throw OAuthError(700016, ["app": String(request.clientID.prefix(64)), "tenant": device.tenantID])
        }
        // It serves every app of its user, and so grants more than the refresh token of any app.
        guard client.isFirstParty == true, DeviceDialect.brokerClientIDs.contains(client.appID.lowercased()) else {
            throw OAuthError(
                70001, ["app": client.displayName], detail: "the client is not one of the platform's brokers")
        }
        guard let tenant = context.directory.tenant(device.tenantID) else {
            throw OAuthError(90002, ["tenant": device.tenantID])
        }
        let caller = try CallerAssertion.read(request.caller)
        let asked = RequestedAccess(openID: ["openid", "profile"], apis: [])
        let proof = try await UserProof.verified(request.proof, device: device, context)
        let token = Secret(context.random.token(byteCount: 48))
        let session: (key: SessionKey, message: Secret<String>)
        do { session = try device.sessionKey(random: context.random) } catch {
            throw OAuthError(50155, ["user": "the user", "device": device.id], detail: error.message)
        }
        let sealed = try SealedSessionKey.seal(session.key, under: token, random: context.random)
        let result = try await context.transaction { transaction -> Result<TokenSubject, OAuthError> in
            do {
                try SignedOnce.spend(compact, context, transaction)
                var source = try proof.redeem(by: client, in: tenant, context, transaction)
                source.access.evidence.deviceID = device.id
                source.access.evidence.isBrokered = true
                source.access.evidence = source.access.evidence.asked(by: caller)
                // The tenant's policies apply at each use of the token: by itself it gives access to no API.
                let subject = try TokenSubject(
                    source, asking: asked, claims: RequestedClaims(), client: client, at: .one(tenant), context,
                    transaction)
                try subject.checkExtent(of: asked, from: source, context)
                let refusal = try context.refusal(
                    of: subject.user, clientID: client.appID, at: .token, in: transaction)
                if let refusal { throw refusal }
                try source.spend(context, transaction)
                // The caller is not stored with the token: each use names its own.
                var access = source.access
                access.evidence = access.evidence.asked(by: nil)
                try transaction.insert(
                    PrimaryRefreshTokenGrant(
                        tokenHash: TokenHash.of(token.reveal()), access: access, deviceID: device.id,
                        sealedSessionKey: sealed, issuedAt: context.now,
                        expiresAt: context.now + PRTIssueResponse.defaultLifetime))
                var entry = context.entry(.primaryTokenIssued, clientID: client.appID, user: subject.user)
                entry.note(source.access.evidence)
                try transaction.append([entry])
                return .success(subject)
            } catch let error as OAuthError {
                return .failure(error)
            }
        }
        let subject = try result.get()
        let issuer = TokenIssuer(context: context, client: client)
        let response = PRTIssueResponse(
            primaryRefreshToken: token, expiresIn: PRTIssueResponse.defaultLifetime,
            sessionKeyMessage: session.message, idToken: try issuer.idToken(for: subject),
            clientInfo: issuer.clientInfo(of: subject),
            deviceTenantID: device.tenantID,
            additional: ["expires_on": .string(String(context.now + PRTIssueResponse.defaultLifetime))])
        return .json(response.json)
    }
}
