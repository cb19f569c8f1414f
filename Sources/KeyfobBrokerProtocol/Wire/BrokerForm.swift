import KeyfobCore
package import KeyfobOAuth

/// The encoding of parameters in the URLs of apps and brokers.
///
/// A space is a plus sign, everything but letters, digits and `-._~` is percent-encoded, and names without a value are
/// omitted. Reading is strict, since two readers that differ could be exploited: a duplicate name, a broken escape, and
/// text that is not UTF-8 are errors.
package enum BrokerForm {
    /// The maximum length in bytes.
    package static let maximumLength = 512 * 1024

    /// Encodes parameters, omitting those without a value.
    package static func encode(_ parameters: FormParameters) -> String {
        parameters.pairs
            .map { ($0.name.trimmingSpaces, $0.value.trimmingSpaces) }
            .filter { !$0.0.isEmpty && !$0.1.isEmpty }
            .map { "\(escape($0.0))=\(escape($0.1))" }
            .joined(separator: "&")
    }

    /// Decodes parameters. A pair with more than one equals sign is dropped, as IdentityCore drops it.
    ///
    /// - Throws: ``BrokerMessageError`` if the text is too long or malformed.
    package static func decode(_ text: some StringProtocol) throws(BrokerMessageError) -> FormParameters {
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

/// The reason why a message between an app and a broker is invalid.
package struct BrokerMessageError: Error, Hashable, CustomStringConvertible {
    /// The problem, in a sentence that quotes no value, which may be secret.
    package let message: String

    /// Makes an error.
    package init(_ message: String) { self.message = message }

    /// The message.
    package var description: String { message }
}

/// The booleans of brokers' messages: `YES`, `1` and `true`.
enum BrokerFlag {
    static func isTrue(_ text: String?) -> Bool {
        guard let text else { return false }
        return text == "1" || ["yes", "true"].contains(text.lowercased())
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    var trimmingSpaces: String {
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[start...end])
    }
}
