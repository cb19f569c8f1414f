package import KeyfobCore
package import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// The application for which a protected API is called, after all checks of an app-only access token.
package struct ApplicationCaller: Sendable {
    package let application: Application
    /// The tenant of the token.
    package let tenant: Tenant
    /// The claims of the access token.
    package let claims: [String: JSONValue]

    /// Whether the token of a request says that it is for an application: it has no delegated permissions. The checks
    /// of either caller verify it.
    package static func isPresented(in context: RequestContext) -> Bool {
        guard let token = context.request.fields["Authorization"]?.split(separator: " ").last,
            let jws = try? JWS(compact: String(token)), let claims = try? JSONValue(parsing: jws.payload)
        else { return false }
        return claims["scp"] == nil && claims["oid"] != nil
    }

    /// Admits a request, or refuses it.
    ///
    /// - Parameters:
    ///   - api: the API's application id.
    ///   - role: the application permission that is needed; nil if the API lets every application of the tenant in.
    /// - Throws: ``ResourceRefusal``, or the store's error.
    package init(_ context: RequestContext, api appID: String, role: String?) async throws {
        let token = try await PresentedToken(context, for: appID)
        claims = token.claims
        let scheme = token.scheme
        let id = claims["azp"]?.stringValue ?? claims["appid"]?.stringValue ?? ""
        guard token.origin.signIn == nil, claims["scp"] == nil, let application = context.directory.application(id),
            let tenant = claims["tid"]?.stringValue.flatMap({ context.directory.tenant($0) }),
            claims["oid"]?.stringValue == ServicePrincipal.objectID(of: application, in: tenant.id)
        else { throw ResourceRefusal.invalidToken("The access token is not one of an application.", scheme: scheme) }
        guard application.isEnabled else {
            throw ResourceRefusal.invalidToken(
                "The application that the token was issued for is disabled.", scheme: scheme)
        }
        if let role, claims["roles"]?.arrayValue?.contains(.string(role)) != true {
            throw ResourceRefusal(
                status: 403, error: "insufficient_scope", message: "The access token lacks the role \(role).",
                scheme: scheme)
        }
        self.application = application
        self.tenant = tenant
    }
}
