import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The user of a grant that names its user itself, identified outside the transaction.
enum IdentifiedUser: Sendable {
    /// A password, already compared.
    case password(TypedPassword)
    /// A user's access token for the client, already verified.
    case assertion(UserAssertion)

    func redeem(
        _ grant: GrantRequest, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> RedeemedGrant {
        switch self {
        case .password(let typed): try PasswordGrant(typed: typed).redeem(grant, context, transaction)
        case .assertion(let assertion): try assertion.redeem(grant, context, transaction)
        }
    }
}

extension GrantRequest {
    /// Compares the password, or verifies the access token, of a grant that has one. Comparing a password takes long on
    /// purpose, so that it must not happen in a transaction.
    ///
    /// - Returns: nil for another grant.
    /// - Throws: ``OAuthError``, or the store's error.
    func identifiedUser(_ context: RequestContext) async throws -> IdentifiedUser? {
        switch request.grant {
        case .password(let username, let password):
            .password(try await PasswordGrant.compare(password, of: username, at: segment, context))
        case .onBehalfOf(let token): .assertion(try UserAssertion(token, for: self, context))
        case .authorizationCode, .refreshToken, .deviceCode, .samlAssertion, .clientCredentials: nil
        }
    }
}
