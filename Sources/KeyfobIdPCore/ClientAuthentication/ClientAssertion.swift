import KeyfobCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// A client's assertion (RFC 7523 section 2.2): signed by the client itself with a registered certificate, or the token
/// of another issuer that the registration trusts.
struct ClientAssertion {
    /// The seconds by which the clocks of two machines may differ.
    static let leeway: Int64 = 300
    /// The longest time to the end of an assertion that the strict profile accepts.
    static let longestLifetime: Int64 = 3600

    let jws: JWS
    let claims: [String: JSONValue]
    let segment: TenantSegment
    let context: RequestContext

    /// Parses an assertion.
    ///
    /// - Throws: ``OAuthError`` 50027 if it is not a signed JWT with claims.
    init(_ text: Secret<String>, at segment: TenantSegment, _ context: RequestContext) throws(OAuthError) {
        guard let jws = try? JWS(compact: text.reveal()),
            let claims = (try? JSONValue(parsing: jws.payload))?.objectValue
        else { throw OAuthError(50027, ["detail": "the client assertion cannot be read"]) }
        self.jws = jws
        self.claims = claims
        self.segment = segment
        self.context = context
    }

    /// Verifies the assertion.
    ///
    /// - Returns: the value by which it can be used once, in the strict profile and if the client has signed it.
    /// - Throws: ``OAuthError``
    func verify(for client: Application) throws(OAuthError) -> SingleUse? {
        guard let issuer = claims["iss"]?.stringValue, let subject = claims["sub"]?.stringValue else {
            throw OAuthError(50027, ["detail": "the client assertion has no issuer or no subject"])
        }
        // A client's own assertion has its client id as issuer; every other issuer has an address.
        guard !issuer.utf8.starts(with: "https://".utf8) else {
            try verifyFederated(issuer: issuer, subject: subject, for: client)
            return nil
        }
        try verifyCertificate(of: client)
        guard Self.isSame(issuer, client.appID), Self.isSame(subject, client.appID) else {
            throw OAuthError(700021, ["app": client.appID])
        }
        try checkAudience()
        let end = try checkTime()
        guard context.configuration.profile == .strict else { return nil }
        guard end - context.now <= Self.longestLifetime else {
            throw OAuthError(50012, ["detail": "the assertion is valid for more than an hour"])
        }
        guard let id = claims["jti"]?.stringValue, !id.isEmpty else {
            throw OAuthError(50012, ["detail": "the assertion has no jti"])
        }
        return SingleUse("client assertion|\(client.appID)|\(id)", until: end + Self.leeway)
    }

    /// Checks the time.
    ///
    /// - Returns: the end of the validity, in Unix seconds.
    /// - Throws: ``OAuthError`` 50027 if `exp` is missing or not a number, 700024 outside the validity.
    func checkTime() throws(OAuthError) -> Int64 {
        guard let end = Self.moment(claims["exp"]), claims["nbf"] == nil || Self.moment(claims["nbf"]) != nil else {
            throw OAuthError(50027, ["detail": "the client assertion has no valid exp, or its nbf is not a number"])
        }
        let start = Self.moment(claims["nbf"])
        guard end > context.now - Self.leeway, (start ?? 0) <= context.now + Self.leeway else {
            throw OAuthError(
                700024,
                ["now": String(context.now), "start": start.map { String($0) } ?? "0", "end": String(end)])
        }
        return end
    }

    /// A NumericDate (RFC 7519 section 2), which may have a fraction; within a range in which nothing overflows.
    private static func moment(_ value: JSONValue?) -> Int64? {
        let number = value?.integerValue ?? value?.doubleValue.flatMap { Int64(exactly: $0.rounded(.down)) }
        guard let number, (0...(1 << 48)).contains(number) else { return nil }
        return number
    }

    /// Checks that the assertion is for this provider and tenant: its audience is the token endpoint or the issuer, of
    /// either version and under any name of the tenant.
    ///
    /// - Throws: ``OAuthError`` 700023
    private func checkAudience() throws(OAuthError) {
        let named = claims["aud"]?.stringValue.map { [$0] } ?? claims["aud"]?.arrayValue?.compactMap(\.stringValue)
        let own = [context.origin, context.request.url.origin].flatMap { origin in
            [origin + context.request.url.path]
                + segment.addressNames.flatMap { name in
                    ["/oauth2/v2.0/token", "/oauth2/token", "/v2.0", "/"].map { "\(origin)/\(name)\($0)" }
                }
        }
        // In bytes, because Swift takes two encodings of one character for the same.
        guard let named, named.contains(where: { name in own.contains { Self.isSame($0, name) } }) else {
            throw OAuthError(700023, error: "invalid_client")
        }
    }

    /// Whether two addresses or ids are the same without regard to the case of ASCII letters, as the provider's routes
    /// are.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
        return left.utf8.elementsEqual(right.utf8) { lower($0) == lower($1) }
    }
}
