import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth

/// What a response says about the home account of its user, once the signed claims have been compared with
/// `client_info`, which is unsigned.
///
/// This is the only place where `client_info` becomes trusted: each flow at either pair of endpoints ends here, the
/// client's as well as the broker's, and a broker's response takes the same way.
enum AccountInResponse: Sendable {
    /// `client_info` is true, or the response has none.
    case accepted(ClientInfo?)
    /// Only the provider can tell: the refresh token in the response is redeemed there, and its response counts.
    case confirmed(Secret<String>)
    /// The response is not used.
    case refused(AuthError)
}

extension ExchangeContext {
    /// Decides what `client_info` is worth.
    ///
    /// Without a signed claim that names the home account (a guest's, as a rule) it counts if the token endpoint sent it
    /// over TLS, since an attacker who can forge that connection's contents also has the issuer's key. A broker's response
    /// proves nothing by its channel, so that the provider has to confirm it.
    func account(in tokens: TokenResponse, _ idToken: IDToken?) -> AccountInResponse {
        switch authority.kind {
        // Their identifiers are signed claims alone.
        case .adfs, .openID: return .accepted(nil)
        case .aad, .b2c, .ciam: break
        }
        guard let info = tokens.clientInfo, let idToken else { return .accepted(tokens.clientInfo) }
        switch HomeAccountRule.relation(of: info, to: idToken.claims) {
        case .same: return .accepted(info)
        case .other: return .refused(Self.anotherUser(correlationID))
        case .unproven where !isDelivered: return .accepted(info)
        case .unproven:
            return tokens.refreshToken.map { .confirmed($0) } ?? .refused(Self.unconfirmed(correlationID))
        }
    }

    /// Returns the same request for the refresh token of a broker's response, which is redeemed without the user.
    var atTokenEndpoint: ExchangeContext {
        var copy = self
        copy.isDelivered = false
        copy.isFresh = true
        copy.mode = .silent
        return copy
    }

    private static func anotherUser(_ correlationID: String) -> AuthError {
        AuthError(
            .invalidResponse, origin: .server,
            message: "The response names another account (client_info) than its signed ID token; it was discarded.",
            remedy: "Sign in again; if this stays, another app may be responding in the broker's place.",
            correlationID: correlationID)
    }

    private static func unconfirmed(_ correlationID: String) -> AuthError {
        AuthError(
            .invalidResponse, origin: .broker,
            message:
                "Nothing signed in the broker's response names the user's home account, and it has no refresh token "
                + "by which the provider could; it was discarded.",
            remedy: "Sign in without the broker, or have the provider issue the claims home_oid and home_tid.",
            correlationID: correlationID)
    }
}
