/// The errors of the Microsoft identity platform that Keyfob's provider returns and its SDK explains, as data.
///
/// Numbers, names and statuses are the platform's; the sentences are Keyfob's.
public enum ErrorCatalogue {
    /// One error number and its details.
    public struct Entry: Sendable, Hashable {
        /// The number: 50126 for AADSTS50126.
        public let number: Int
        /// `error`
        public let error: String
        /// `error` of the v1 endpoints, if it differs.
        public let v1Error: String?
        /// `suberror`
        public let suberror: String?
        /// HTTP status at the token endpoint.
        public let status: Int
        /// Whether the authorization endpoint shows the error on a page and never redirects, because the redirect URI
        /// is not trusted or must not receive the error.
        public let isPage: Bool
        /// The sentence, with placeholders in braces.
        public let template: String
        /// The advice for the app's developer or the user.
        public let remedy: String?

        /// Makes an entry.
        public init(
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
        public func error(_ dialect: OAuthDialect) -> String { dialect == .v1 ? v1Error ?? error : error }

        /// Returns the sentence with values for its placeholders; one without a value becomes `(not given)`.
        public func text(_ values: [String: String] = [:]) -> String {
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
        public var placeholders: [String] {
            template.split(separator: "{").dropFirst().compactMap { $0.split(separator: "}").first.map(String.init) }
        }

        /// `error_uri`; 70043 has been observed without one.
        public var errorURI: String? {
            number == 70043 ? nil : "https://login.microsoftonline.com/error?code=\(number)"
        }
    }

    /// Returns the entry of a number.
    public static func entry(_ number: Int) -> Entry? { byNumber[number] }

    /// Every entry, in the order of the reference.
    public static let all: [Entry] =
        conditionalAccess + client + grant + certificate + grantLifetime + clientAuthentication + request + requestShape
        + scopeAndResource + session + device + transient + interrupt + saml

    private static let byNumber: [Int: Entry] = Dictionary(all.map { ($0.number, $0) }) { first, _ in first }
}
