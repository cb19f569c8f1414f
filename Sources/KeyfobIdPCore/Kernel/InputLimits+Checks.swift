import KeyfobCore
package import KeyfobOAuth

extension InputLimits {
    /// Refuses a request that exceeds a limit of its endpoint, before any of it is parsed.
    ///
    /// - Throws: ``OAuthError`` 90023 with the limit.
    func check(_ request: HTTPRequest, at endpoint: Endpoint) throws(OAuthError) {
        let most = bodyBytes(request, at: endpoint)
        guard request.body.count <= most else {
            throw Self.refusal("the body has more than \(most) bytes")
        }
        if endpoint == .authorize || endpoint == .adminconsent || endpoint == .saml {
            guard (request.url.query?.utf8.count ?? 0) <= keptBytes else {
                throw Self.refusal("the query has more than \(keptBytes) bytes")
            }
        }
        guard request.fields.pairs.count <= headerFields else {
            throw Self.refusal("there are more than \(headerFields) header fields")
        }
        let sent = request.fields.all("Cookie").reduce(0) { count, field in
            count + 1 + field.utf8.count { $0 == UInt8(ascii: ";") }
        }
        guard sent <= cookies else { throw Self.refusal("there are more than \(cookies) cookies") }
    }

    /// The form of a request.
    ///
    /// - Throws: ``OAuthError`` 90023 if it is not well-formed, or exceeds a limit.
    package func form(_ request: HTTPRequest) throws(OAuthError) -> FormParameters {
        let form: FormParameters
        do { form = try request.formParameters(atMost: parameters) } catch { throw .malformed(error) }
        // Only an assertion may be large; the other parameters together keep the limit of a form.
        if request.body.count > formBytes {
            let isAssertion = form["grant_type"].flatMap(SAMLAssertionGrant.init(rawValue:)) != nil
            let rest = form.pairs.reduce(0) { sum, pair in
                isAssertion && pair.name == "assertion" ? sum : sum + pair.name.utf8.count + pair.value.utf8.count
            }
            guard isAssertion, rest <= formBytes else {
                throw Self.refusal("the form has more than \(formBytes) bytes")
            }
        }
        try check(form)
        return form
    }

    /// The query of a request.
    ///
    /// - Throws: as ``form(_:)``
    func query(_ request: HTTPRequest) throws(OAuthError) -> FormParameters {
        let query: FormParameters
        do { query = try request.queryParameters(atMost: parameters) } catch { throw .malformed(error) }
        try check(query)
        return query
    }

    /// Checks the number of scopes.
    ///
    /// - Throws: ``OAuthError`` 90023 if there are too many.
    func check(_ asked: ScopeSet) throws(OAuthError) {
        guard asked.count <= scopes else { throw Self.tooManyScopes(scopes) }
    }

    private func check(_ parameters: FormParameters) throws(OAuthError) {
        // Counts them in the text, because a set is only made of as many as are allowed.
        guard let text = parameters["scope"] else { return }
        var count = 0
        var isBetween = true
        for byte in text.utf8 {
            let isSpace = byte == UInt8(ascii: " ")
            if isBetween, !isSpace { count += 1 }
            isBetween = isSpace
        }
        guard count <= scopes else { throw Self.tooManyScopes(scopes) }
    }

    private static func tooManyScopes(_ most: Int) -> OAuthError { refusal("it asks for more than \(most) scopes") }

    static func refusal(_ detail: String) -> OAuthError { OAuthError(90023, ["detail": detail]) }
}
