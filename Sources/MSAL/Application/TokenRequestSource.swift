import Foundation
import KeyfobClient
import KeyfobCore

/// The common part of all requests for a token, read from MSAL's parameters when the call is made.
protocol TokenRequestSource: Sendable {
    /// The correlation id in the server's log, given by the caller or generated.
    var correlationID: UUID { get }
}

extension TokenRequestSource {
    /// The result for the app.
    func result(_ result: TokenResult) -> MSALResult {
        MSALResult(result, proof: SchemeTranslation.Proof(result), correlationID: correlationID)
    }

    /// The error for the app; with declined scopes it contains the result for the granted ones.
    func error(_ error: AuthError, during call: ErrorTranslation.Call, account: Account?) -> NSError {
        let partial = (error.cause as? PartialGrant).map { result($0.result) }
        return ErrorTranslation.translate(error, during: call, account: account, partial: partial)
    }
}

/// The parameters that silent and interactive calls share.
struct CommonParameters {
    let scopes: ScopeSet
    let authority: Authority?
    let claims: ClaimsRequest?
    let scheme: AuthenticationScheme
    let extraQueryParameters: [String: String]

    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if the authority is of another kind than the
    ///   application's, the claims cannot be written as JSON or are given twice, or the scheme is unknown.
    init(_ parameters: MSALTokenParameters, of application: MSALPublicClientApplication) throws {
        scopes = ScopeSet(parameters.scopes)
        authority = parameters.authority?.core
        claims = try Self.claims(parameters)
        scheme = try SchemeTranslation.core(parameters.authenticationScheme)
        extraQueryParameters = (parameters.extraQueryParameters ?? [:]).filter { $0.key != "claims" }
        guard let authority else { return }
        guard authority.kind == application.settings.authority.core.kind else {
            throw ErrorTranslation.error(
                .internalErrorInvalidParameter,
                "The authority of the request is of another kind than the application's. Create an application for it.")
        }
    }

    private static func claims(_ parameters: MSALTokenParameters) throws -> ClaimsRequest? {
        let extra = parameters.extraQueryParameters?["claims"]
        guard let request = parameters.claimsRequest, request.isAsking else {
            return try extra.map { text in
                try ErrorTranslation.rethrowing { () throws(AuthError) in try ClaimsRequest(text) }
            }
        }
        guard extra == nil else {
            throw ErrorTranslation.error(
                .internalErrorInvalidParameter,
                "Claims are given twice: in claimsRequest, and among the extra query parameters. Use claimsRequest."
            )
        }
        guard let text = request.jsonString() else {
            throw ErrorTranslation.error(
                .internalErrorInvalidParameter, "A value in the claims request cannot be written as JSON.")
        }
        return try ErrorTranslation.rethrowing { () throws(AuthError) in try ClaimsRequest(text) }
    }
}
