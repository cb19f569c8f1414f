import KeyfobCore
public import KeyfobOAuth

/// The encoding of names and values that apps and brokers write in their URLs.
///
/// A space is a plus sign, everything but letters, digits and `-._~` is percent-encoded, and names without a value are
/// left out. Reading is strict where two readers could be played against each other: a name that stands twice, a broken
/// escape, and text that is not UTF-8 are refused.
public enum BrokerForm {
    /// The most bytes that are read.
    public static let maximumLength = 512 * 1024

    /// Writes parameters, those without a value left out.
    public static func encode(_ parameters: FormParameters) -> String {
        parameters.pairs
            .map { ($0.name.trimmingSpaces, $0.value.trimmingSpaces) }
            .filter { !$0.0.isEmpty && !$0.1.isEmpty }
            .map { "\(escape($0.0))=\(escape($0.1))" }
            .joined(separator: "&")
    }

    /// Reads parameters. A pair with more than one equals sign is dropped, as IdentityCore drops it.
    ///
    /// - Throws: ``BrokerMessageError`` if the text is too long or malformed.
    public static func decode(_ text: some StringProtocol) throws(BrokerMessageError) -> FormParameters {
        guard text.utf8.count <= maximumLength else { throw BrokerMessageError("The message is too long.") }
        let pairs = text.utf8.split(separator: UInt8(ascii: "&")).filter { pair in
            pair.count { $0 == UInt8(ascii: "=") } <= 1
        }
        let joined = pairs.map { String(decoding: Array($0), as: UTF8.self) }.joined(separator: "&")
        do throws(FormError) {
            return try FormParameters(parsing: joined)
        } catch {
            throw BrokerMessageError(error.message)
        }
    }

    private static func escape(_ text: String) -> String { PercentEncoding.encode(text).replacing("%20", with: "+") }
}
