/// `Retry-After` (RFC 9110 section 10.2.3): seconds, or a date.
package enum RetryAfter {
    /// Parses a field's value.
    ///
    /// - Parameters:
    ///   - value: the field's value, as received.
    ///   - now: the current time in seconds since 1970, which a date is compared with.
    /// - Returns: seconds to wait, 0 to 86,400; nil if the value is neither form.
    package static func seconds(_ value: String, now: Int64) -> Double? {
        if let number = number(value) { return number }
        guard let moment = HTTPDate.unixSeconds(value.trimmingSpaces) else { return nil }
        return Double(min(max(moment - min(max(now, 0), 1 << 40), 0), maximum))
    }

    /// Parses a number of seconds, for callers without a clock to compare a date with.
    ///
    /// - Returns: seconds to wait, 0 to 86,400; nil if the value is not a whole number.
    package static func number(_ value: String) -> Double? {
        let text = value.trimmingSpaces
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Double(min(Int64(text) ?? maximum, maximum))
    }

    /// A day: the longest wait that a server can request.
    private static let maximum: Int64 = 86400
}

extension HTTPResponse {
    /// Returns the seconds that the server requests to wait, if any.
    public func retryAfter(now: Int64) -> Double? {
        fields["Retry-After"].flatMap { RetryAfter.seconds($0, now: now) }
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let space = { (character: Character) in character == " " || character == "\t" }
        return String(drop(while: space).reversed().drop(while: space).reversed())
    }
}
