/// The errors of the Microsoft identity platform that Keyfob's provider returns and its SDK explains, as data.
///
/// Numbers, names and statuses are the platform's; the sentences are Keyfob's.
package enum ErrorCatalogue {
    /// One error number and its details.
    package struct Entry: Sendable, Hashable {
        /// The number: 50126 for AADSTS50126.
        package let number: Int
        /// `error`
        package let error: String
        /// `error` of the v1 endpoints, if it differs.
        package let v1Error: String?
        /// `suberror`
        package let suberror: String?
        /// HTTP status at the token endpoint.
        package let status: Int
        /// Whether the authorization endpoint shows the error on a page and never redirects, because the redirect URI
        /// is not trusted or must not receive the error.
        package let isPage: Bool
        /// The sentence, with placeholders in braces.
        package let template: String
        /// The advice for the app's developer or the user.
        package let remedy: String?

        /// Makes an entry.
        package init(
            _ number: Int, _ error: String, v1: String? = nil, suberror: String? = nil, status: Int = 400,
            isPage: Bool = false, _ template: String, remedy: String? = nil
        ) {
            self.number = number
            self.error = error
            v1Error = v1
            self.suberror = suberror
            self.status = status
            self.isPage = isPage
            self.template = template
            self.remedy = remedy
        }

        /// Returns the entry for a number that is not in the catalogue.
        static func unknown(_ number: Int) -> Entry {
            Entry(number, "server_error", status: 500, "The request failed.")
        }

        /// Returns `error` in a dialect.
        package func error(_ dialect: OAuthDialect) -> String { dialect == .v1 ? v1Error ?? error : error }

        /// Returns the sentence with values for its placeholders; one without a value becomes `(not given)`.
        package func text(_ values: [String: String] = [:]) -> String {
            var out = ""
            var rest = template[...]
            while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
                out += rest[..<open]
                out += values[String(rest[rest.index(after: open)..<close])] ?? "(not given)"
                rest = rest[rest.index(after: close)...]
            }
            return out + rest
        }

        /// The names of the placeholders, in order.
        package var placeholders: [String] {
            template.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap {
                $0.split(separator: "}").first.map(String.init)
            }
        }

        /// `error_uri`; some numbers have been observed without one.
        package var errorURI: String? {
            ErrorCatalogue.undocumented.contains(number)
                ? nil : "https://login.microsoftonline.com/error?code=\(number)"
        }
    }

    /// Returns the entry of a number.
    package static func entry(_ number: Int) -> Entry? { byNumber[number] }

    /// Returns the entry of a number that has another meaning with that `error`.
    static func variant(_ number: Int, _ error: String?) -> Entry? {
        error.flatMap { error in variants.first { $0.number == number && $0.error == error } }
    }

    /// The numbers whose responses have been observed without `error_uri`.
    private static let undocumented: Set<Int> = [70003, 70043, 700038]

    /// Every entry, in the order of the reference.
    package static let all: [Entry] =
        conditionalAccess + client + grant + certificate + grantLifetime + clientAuthentication + clientAssertion
        + request + requestShape + scopeAndResource + session + device + transient + interrupt + saml

    private static let byNumber: [Int: Entry] = Dictionary(all.map { ($0.number, $0) }) { first, _ in first }
}
