import KeyfobIdPModel
import KeyfobOAuth

/// The client of a token request.
enum RequestingClient {
    /// Looks up the client.
    ///
    /// - Throws: ``OAuthError`` 900144 without an id, 700038 for the id of zeros, 700016 for an unknown one, 7000112 if
    ///   the application is disabled.
    static func find(
        _ id: String?, _ segment: TenantSegment, _ context: RequestContext
    ) throws(OAuthError) -> Application {
        guard let id else { throw OAuthError.missing("client_id") }
        return try ClientKnown.find(id, segment, context.directory)
    }
}

/// The client has not authenticated as its grant requires. It is thrown out of the transaction, so that a client without
/// the credential uses up neither a code nor a refresh token.
struct ClientRefused: Error {
    let error: OAuthError
}
