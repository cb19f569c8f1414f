/// The errors of the Microsoft identity platform that Keyfob's provider says and its SDK explains, as data.
///
/// Numbers, names and statuses are the platform's; the sentences are Keyfob's own.
public enum ErrorCatalogue {
    /// One number and all that goes with it.
    public struct Entry: Sendable, Hashable {
        /// The number: 50126 stands for AADSTS50126.
        public let number: Int
        /// `error`
        public let error: String
        /// `error` of the v1 endpoints, where it is another.
        public let v1Error: String?
        /// `suberror`
        public let suberror: String?
        /// HTTP status at the token endpoint.
        public let status: Int
        /// Whether the authorization endpoint shows it on a page of its own and never redirects: the redirect URI is
        /// not to be trusted, or not the client's to hear about.
        public let isPage: Bool
        /// The sentence, with placeholders in braces.
        public let template: String
        /// What the app's developer, or the person, can do.
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

        /// What stands for a number that the catalogue does not have.
        static func unknown(_ number: Int) -> Entry {
            Entry(number, "server_error", status: 500, "The request failed.")
        }

        /// `error` as the endpoints of a dialect say it.
        public func error(_ dialect: OAuthDialect) -> String { dialect == .v1 ? v1Error ?? error : error }

        /// The sentence with values in the place of its placeholders; one without a value becomes `(not given)`.
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

        /// `error_uri`; 70043 is known to come without one.
        public var errorURI: String? {
            number == 70043 ? nil : "https://login.microsoftonline.com/error?code=\(number)"
        }
    }

    /// The entry of a number.
    public static func entry(_ number: Int) -> Entry? { byNumber[number] }

    /// Every entry, in the order of the reference.
    public static let all: [Entry] =
        conditionalAccess + client + grant + certificate + grantLifetime + clientAuthentication + request + requestShape
        + scopeAndResource + session + device + transient + interrupt + saml

    private static let byNumber: [Int: Entry] = Dictionary(all.map { ($0.number, $0) }) { first, _ in first }
}
