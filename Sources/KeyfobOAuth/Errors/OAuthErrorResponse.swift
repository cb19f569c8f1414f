package import KeyfobCore

/// An identity provider's error response (RFC 6749 sections 4.1.2.1 and 5.2, and the Microsoft dialect). The provider
/// builds it, the client parses it.
package struct OAuthErrorResponse: Sendable, Hashable {
    /// `error`
    package var error: String
    /// `error_description`
    package var description: String?
    /// `error_codes`: the numbers; 50126 for AADSTS50126.
    package var codes: [Int]
    /// `suberror`
    package var suberror: String?
    /// `error_subcode`: `cancel` if the user went back.
    package var subcode: String?
    /// `claims`: the claims that the next interactive request must contain.
    package var claims: String?
    /// `timestamp`: `yyyy-MM-dd HH:mm:ssZ`
    package var timestamp: String?
    /// `trace_id`
    package var traceID: String?
    /// `correlation_id`
    package var correlationID: String?
    /// `error_uri`
    package var uri: String?
    /// `iss` of a redirect: the issuer of the response (RFC 9207).
    package var issuer: String?
    /// `password_change_url`: where a user whose password has expired sets a new one.
    package var passwordChangeURL: String?

    /// Makes an error.
    package init(
        error: String, description: String? = nil, codes: [Int] = [], suberror: String? = nil, subcode: String? = nil,
        claims: String? = nil, timestamp: String? = nil, traceID: String? = nil, correlationID: String? = nil,
        uri: String? = nil
    ) {
        self.error = error
        self.description = description
        self.codes = codes
        self.suberror = suberror
        self.subcode = subcode
        self.claims = claims
        self.timestamp = timestamp
        self.traceID = traceID
        self.correlationID = correlationID
        self.uri = uri
    }
}

extension OAuthErrorResponse {
    /// Parses the JSON body of an error response; nil if it is not a JSON object with an `error`.
    package init?(parsing body: [UInt8]) {
        guard let json = try? JSONValue(parsing: body), let error = json["error"]?.stringValue, !error.isEmpty else {
            return nil
        }
        let description = json["error_description"]?.stringValue
        let numbers = json["error_codes"]?.arrayValue?.compactMap { $0.integerValue.flatMap(Int.init(exactly:)) }
        self.init(
            error: error, description: description, codes: numbers ?? Self.numbers(in: description),
            suberror: json["suberror"]?.stringValue, subcode: json["error_subcode"]?.stringValue,
            claims: json["claims"]?.stringValue, timestamp: json["timestamp"]?.stringValue,
            traceID: json["trace_id"]?.stringValue, correlationID: json["correlation_id"]?.stringValue,
            uri: json["error_uri"]?.stringValue)
        passwordChangeURL = json["password_change_url"]?.stringValue
    }

    /// Reads the parameters of a redirect; nil if there is no `error` among them.
    package init?(parameters: FormParameters) {
        guard let error = parameters.nonEmpty("error") else { return nil }
        let description = parameters["error_description"]
        self.init(
            error: error, description: description, codes: Self.numbers(in: description),
            suberror: parameters.nonEmpty("suberror"), subcode: parameters.nonEmpty("error_subcode"),
            claims: parameters.nonEmpty("claims"), timestamp: parameters.nonEmpty("timestamp"),
            traceID: parameters.nonEmpty("trace_id"), correlationID: parameters.nonEmpty("correlation_id"),
            uri: parameters.nonEmpty("error_uri"))
        issuer = parameters.nonEmpty("iss")
    }

    /// Returns the number at the start of a description (`AADSTS50126: ...`): redirects have no `error_codes`.
    static func numbers(in description: String?) -> [Int] {
        guard let description, description.hasPrefix("AADSTS"),
            let number = Int(description.utf8.dropFirst(6).prefix { (0x30...0x39).contains($0) }.map(Character.init))
        else { return [] }
        return [number]
    }

    /// The JSON body of the error response.
    package var json: JSONValue {
        var out: [String: JSONValue] = ["error": .string(error)]
        out["error_description"] = description.map { .string($0) }
        if !codes.isEmpty { out["error_codes"] = .array(codes.map { .integer($0) }) }
        out["timestamp"] = timestamp.map { .string($0) }
        out["trace_id"] = traceID.map { .string($0) }
        out["correlation_id"] = correlationID.map { .string($0) }
        out["error_uri"] = uri.map { .string($0) }
        out["suberror"] = suberror.map { .string($0) }
        out["error_subcode"] = subcode.map { .string($0) }
        out["password_change_url"] = passwordChangeURL.map { .string($0) }
        out["claims"] = claims.map { .string($0) }
        return .object(out)
    }

    /// Returns the redirect parameters of the error, without `state`.
    package func redirectParameters() -> FormParameters {
        var out = FormParameters([("error", error)])
        out.set("error_description", ifPresent: description)
        out.set("error_uri", ifPresent: uri)
        out.set("suberror", ifPresent: suberror)
        out.set("error_subcode", ifPresent: subcode)
        out.set("claims", ifPresent: claims)
        out.set("iss", ifPresent: issuer)
        return out
    }
}

extension Int {
    fileprivate init?(_ digits: [Character]) { self.init(String(digits)) }
}

extension Character {
    fileprivate init(_ byte: UInt8) { self.init(Unicode.Scalar(byte)) }
}
