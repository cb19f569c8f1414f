/// An error that a provider decides on: a number of the catalogue and what to put into its text.
///
/// A value: whoever finds the fault returns or throws it, and one place turns it into an answer. ``detail`` goes to
/// the log only.
public struct OAuthError: Error, Hashable {
    /// The number: 50126 stands for AADSTS50126.
    public var number: Int
    /// What the placeholders of the catalogue's text stand for. Never a secret: it is shown.
    public var values: [String: String]
    /// `claims`: what a next interactive request must ask for.
    public var claims: String?
    /// `error`, where it is another than the catalogue's: 90002 is `invalid_tenant` at the discovery endpoint.
    public var error: String?
    /// `suberror`, where it is another than the catalogue's.
    public var suberror: String?
    /// What only the log shall say.
    public var detail: String?

    /// Makes an error.
    public init(
        _ number: Int, _ values: [String: String] = [:], error: String? = nil, claims: String? = nil,
        suberror: String? = nil, detail: String? = nil
    ) {
        self.number = number
        self.values = values
        self.error = error
        self.claims = claims
        self.suberror = suberror
        self.detail = detail
    }

    /// The error of a request without a parameter that it needs.
    public static func missing(_ parameter: String) -> OAuthError { OAuthError(900144, ["parameter": parameter]) }

    /// The error that a polling device gets when the person declined.
    public static func deviceAuthorizationDeclined(_ values: [String: String]) -> OAuthError {
        OAuthError(65004, values, error: "authorization_declined")
    }

    /// The error of a form or query that is not well-formed.
    public static func malformed(_ error: FormError) -> OAuthError {
        OAuthError(90023, ["detail": error.duplicate.map { "'\($0)' is given more than once" } ?? error.message])
    }

    /// What the catalogue says about the number; a number that it does not know is an internal server error.
    public var entry: ErrorCatalogue.Entry { ErrorCatalogue.entry(number) ?? .unknown(number) }

    /// The answer that tells of the error.
    ///
    /// - Parameters:
    ///   - dialect: v1 has `interaction_required` where v2 has `invalid_grant`, and some names of its own.
    ///   - correlationID: the request's, for whoever asks an administrator.
    ///   - traceID: the answer's own, for whoever reads the provider's log.
    ///   - now: the provider's time, in seconds since 1970.
    public func response(
        _ dialect: OAuthDialect = .v2, correlationID: String, traceID: String, now: Int64
    ) -> OAuthErrorResponse {
        let entry = self.entry
        let timestamp = CivilTime(unixSeconds: now).errorTimestamp
        let description =
            "AADSTS\(number): \(entry.text(values)) Trace ID: \(traceID) Correlation ID: \(correlationID) "
            + "Timestamp: \(timestamp)"
        return OAuthErrorResponse(
            error: error ?? entry.error(dialect), description: description,
            codes: [number], suberror: suberror ?? entry.suberror, claims: claims, timestamp: timestamp,
            traceID: traceID, correlationID: correlationID, uri: entry.errorURI)
    }
}
