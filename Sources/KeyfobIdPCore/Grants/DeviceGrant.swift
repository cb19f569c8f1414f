import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// `grant_type=urn:ietf:params:oauth:grant-type:device_code` (RFC 8628 section 3.4).
struct DeviceGrant {
    let code: Secret<String>

    func redeem(
        _ grant: GrantRequest, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> RedeemedGrant {
        let hash = TokenHash.of(code.reveal())
        guard var device = try transaction.deviceCode(hash: hash), device.clientID == grant.client.appID else {
            throw OAuthError(70018)
        }
        guard device.tenantSegment == grant.segment.key else {
            throw OAuthError(700005, ["tenant": grant.segment.key])
        }
        switch device.state {
        case .declined:
            throw OAuthError.deviceAuthorizationDeclined(["user": "the user", "app": grant.client.displayName])
        case .redeemed: throw OAuthError(54005, ["app": device.clientID])
        case .pending:
            guard device.expiresAt >= context.now else { throw OAuthError(70020) }
            let isEarly = device.lastPolledAt.map { context.now - $0 < device.interval - 1 } ?? false
            device.lastPolledAt = context.now
            if isEarly { device.interval += 5 }
            try transaction.put(device)
            // Entra ID accepts clients that poll too fast; RFC 8628 section 3.5 does not.
            if isEarly, context.configuration.profile == .strict { throw OAuthError(70016, error: "slow_down") }
            throw OAuthError(70016)
        case .approved:
            guard device.expiresAt >= context.now, let access = device.access else { throw OAuthError(70020) }
            device.state = .redeemed
            try transaction.put(device)
            return RedeemedGrant(access: access, nonce: nil, leavesOutDeclined: true, event: .tokensIssued)
        }
    }
}
