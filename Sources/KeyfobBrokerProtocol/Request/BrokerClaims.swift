import KeyfobCore

/// The `claims` parameter of requests over URLs.
///
/// IdentityCore encodes the JSON once before it encodes the query, so that the broker decodes it to a value that is
/// still encoded; MSAL.NET does not.
enum BrokerClaims {
    /// Returns the value as IdentityCore writes it.
    static func encoded(_ json: String) -> String { PercentEncoding.encode(json) }

    /// Returns the JSON object, whether it was encoded once or twice.
    ///
    /// - Throws: ``BrokerMessageError`` if it is neither.
    static func decoded(_ value: String) throws(BrokerMessageError) -> String {
        if isObject(value) { return value }
        guard let once = PercentEncoding.decode(value), isObject(once) else {
            throw BrokerMessageError("The claims of the request are not a JSON object.")
        }
        return once
    }

    private static func isObject(_ text: String) -> Bool { (try? JSONValue(parsing: text))?.objectValue != nil }
}
