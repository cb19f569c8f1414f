/// An error of a provider: a number of the catalogue and the values for its text.
///
/// A value: the code that finds the error returns or throws it, and one place turns it into a response. ``detail`` is
/// only logged.
package struct OAuthError: Error, Hashable {
    /// The number: 50126 for AADSTS50126.
    package var number: Int
    /// The values for the placeholders of the catalogue's text. They are shown, so never secrets.
    package var values: [String: String]
    /// `claims`: the claims that the next interactive request must contain.
    package var claims: String?
    /// `error`, if it differs from the catalogue's: 90002 is `invalid_tenant` at the discovery endpoint.
    package var error: String?
    /// `suberror`, if it differs from the catalogue's.
    package var suberror: String?
    /// A detail for the log only.
    package var detail: String?

    /// Makes an error.
    package init(
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

    /// Makes the error of a request without a required parameter.
    package static func missing(_ parameter: String) -> OAuthError { OAuthError(900144, ["parameter": parameter]) }

    /// Makes the error that a polling device gets when the user declined.
    package static func deviceAuthorizationDeclined(_ values: [String: String]) -> OAuthError {
        OAuthError(65004, values, error: "authorization_declined")
    }

    /// Makes the error of a malformed form or query.
    package static func malformed(_ error: FormError) -> OAuthError {
        OAuthError(90023, ["detail": error.duplicate.map { "'\($0)' is given more than once" } ?? error.message])
    }

    /// The catalogue's entry for the number; an unknown number is an internal server error.
    package var entry: ErrorCatalogue.Entry {
        ErrorCatalogue.variant(number, error) ?? ErrorCatalogue.entry(number) ?? .unknown(number)
    }

    /// Returns the error response.
    ///
    /// - Parameters:
    ///   - dialect: v1 has `interaction_required` where v2 has `invalid_grant`, and some other names.
    ///   - correlationID: the request's id, for asking an administrator.
    ///   - traceID: the response's id, for searching the provider's log.
    ///   - now: the provider's time, in seconds since 1970.
    package func response(
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

/// The two dialects of the Microsoft identity platform.
package enum OAuthDialect: String, Sendable, Hashable, CaseIterable {
    /// `/oauth2/...`: `resource` instead of scopes, numbers as strings, `interaction_required`.
    case v1
    /// `/oauth2/v2.0/...`: scopes, numbers as numbers.
    case v2
}
