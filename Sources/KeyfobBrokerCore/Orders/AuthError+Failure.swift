import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth

extension AuthError {
    /// Returns the failure that an app gets for an error.
    ///
    /// - Parameters:
    ///   - dialect: the dialect whose error numbers are used.
    ///   - user: the account that signed in, if known: an app that has to enrol an account needs its name.
    func failure(_ dialect: KeyfobBrokerProtocol.BrokerDialect, user: VaultAccount?) -> BrokerResponseError {
        if code == .network {
            return BrokerResponseError(domain: BrokerResponseError.networkDomain, code: -1009, text: message)
        }
        let (domain, number) =
            switch dialect {
            case .adal where server?.isReadByMicrosoftLibraries == false:
                (BrokerResponseError.adalHTTPDomain, server?.status ?? 0)
            case .msal: (BrokerResponseError.msalDomain, msalNumber)
            case .adal: (BrokerResponseError.adalDomain, adalNumber)
            }
        var failure = BrokerResponseError(
            domain: domain, code: number, oauthError: server.flatMap { $0.error.isEmpty ? nil : $0.error },
            suberror: server?.suberror, text: server?.description ?? "\(message) \(remedy ?? "")")
        failure.claims = server?.claimsChallenge
        failure.status = server.flatMap { $0.status == 0 ? nil : $0.status }
        failure.headerFields = server?.headerFields ?? [:]
        if let retryAfter {
            failure.headerFields["Retry-After"] = String(Int64(min(max(0, retryAfter), 1e9).rounded(.up)))
        }
        failure.username = user?.username
        failure.homeAccountID = user?.homeAccountID
        failure.grantedScopes = grantedScopes
        failure.declinedScopes = declinedScopes
        return failure
    }

    /// The number in `MSALErrorDomain`; a code without one there is an internal error.
    private var msalNumber: Int {
        switch code {
        case .deviceRegistrationRequired: -50001
        case .interactionRequired: -50002
        case .serverDeclinedScopes: -50003
        case .protectionPoliciesRequired: -50004
        case .userCanceled, .canceled: -50005
        case .accountMismatch: -42101
        case .configuration: -42002
        case .invalidResponse: -42600
        default: -50000
        }
    }

    /// The number in `ADAuthenticationErrorDomain`.
    private var adalNumber: Int {
        switch code {
        case .deviceRegistrationRequired: 201
        case .interactionRequired: 200
        case .protectionPoliciesRequired: 213
        case .userCanceled, .canceled: 403
        case .accountMismatch: 204
        case .invalidResponse: 212
        default: 202
        }
    }
}

extension BrokerTokenResponse {
    /// Returns the failure for declined scopes; the granted ones are returned as additional tokens.
    func declined(_ dialect: KeyfobBrokerProtocol.BrokerDialect) -> BrokerResponseError {
        var failure = AuthError(
            .serverDeclinedScopes, origin: .server,
            message: "The sign-in succeeded, but not every scope was granted.",
            grantedScopes: scopes, declinedScopes: declinedScopes
        ).failure(dialect, user: nil)
        failure.username = username.isEmpty ? nil : username
        failure.homeAccountID = homeAccountID
        return failure
    }
}
