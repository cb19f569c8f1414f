public import KeyfobCore
import KeyfobOAuth

/// Why a broker could not do what it was asked, in its own words.
public struct BrokerFailure: Error, Sendable, Hashable {
    /// Whose numbers ``code`` is among: `MSALErrorDomain`, `NSURLErrorDomain`, ADAL's.
    public var domain: String
    /// The number; 0 for none.
    public var code: Int
    /// `error`, as an identity provider says it.
    public var oauthError: String?
    /// `suberror`
    public var suberror: String?
    /// `error_description`
    public var text: String?
    /// The claims that a next request must ask for, as JSON.
    public var claims: String?
    /// The HTTP status of the provider's answer.
    public var status: Int?
    /// The header fields of the provider's answer.
    public var headerFields: [String: String] = [:]
    /// Whose sign-in it was: the name.
    public var username: String?
    /// Whose sign-in it was: the account.
    public var homeAccountID: String?
    /// The scopes that were granted, where some were declined.
    public var grantedScopes: ScopeSet?
    /// The scopes that were declined.
    public var declinedScopes: ScopeSet?
    /// The version of the broker that failed (`x-broker-app-ver`).
    public var brokerVersion: String?

    /// Makes a failure.
    public init(
        domain: String, code: Int, oauthError: String? = nil, suberror: String? = nil, text: String? = nil
    ) {
        self.domain = domain
        self.code = code
        self.oauthError = oauthError
        self.suberror = suberror
        self.text = text
    }

    /// The domain of MSAL's numbers, which brokers use for version 3 and for the single sign-on extension.
    public static let msalDomain = "MSALErrorDomain"
    /// The domain of ADAL's numbers.
    public static let adalDomain = "ADAuthenticationErrorDomain"
    /// The domain of ADAL's numbers where a broker has said them.
    public static let adalBrokerDomain = "ADBrokerResponseErrorDomain"
    /// The domain in which ADAL's numbers are statuses of HTTP: of answers that say nothing in words of OAuth's.
    public static let adalHTTPDomain = "ADHTTPErrorCodeDomain"
    /// The domain of what failed on the network.
    public static let networkDomain = "NSURLErrorDomain"
}

extension BrokerFailure: CustomStringConvertible, CustomReflectable {
    /// Domain and number, and the names of the provider's error; nothing of the person.
    public var description: String {
        let words = [oauthError, suberror].compactMap(\.self).joined(separator: ", ")
        return "\(domain) \(code)" + (words.isEmpty ? "" : " (\(words))")
    }

    /// A mirror without children, so that `dump` shows no name of a person.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension BrokerFailure {
    /// The members of a reply over a URL, beside those that ``BrokerReply`` reads.
    static let names: Set<String> = [
        "broker_error_domain", "broker_error_code", "error", "suberror", "error_description", "error_metadata",
    ]

    /// MSAL's numbers for apps, which are told apart from any other's.
    private static let msalNumbers: Set<Int> = [-50001, -50002, -50003, -50004, -50005, -50142]

    /// Reads a failure of version 3. A number without a domain is MSAL's if it is one of those for apps; any other says nothing.
    init(_ members: BrokerMembers) {
        let code = Int(members["broker_error_code"] ?? "") ?? 0
        self.init(
            domain: members["broker_error_domain"] ?? (Self.msalNumbers.contains(code) ? Self.msalDomain : ""),
            code: code,
            oauthError: members["error"], suberror: members["suberror"], text: members["error_description"])
        brokerVersion = members["x-broker-app-ver"]
        guard let metadata = members["error_metadata"].flatMap({ BrokerMembers(json: $0) }) else { return }
        claims = metadata["claims"]
        status = metadata["http_response_code"].flatMap { Int($0) }
        headerFields = Self.headerFields(metadata["http_response_headers"])
        username = metadata["username"]
        homeAccountID = metadata["home_account_id"]
        grantedScopes = metadata.scopes("granted_scopes")
        declinedScopes = metadata.scopes("declined_scopes")
        brokerVersion = metadata["x-broker-app-ver"] ?? brokerVersion
    }

    func members(correlationID: String?, brokerVersion: String?, onboarding: String? = nil) -> BrokerMembers {
        var out = BrokerMembers()
        out["broker_error_domain"] = domain
        out["broker_error_code"] = String(code)
        out["error"] = oauthError
        out["suberror"] = suberror
        out["error_description"] = text
        var metadata = BrokerMembers()
        metadata["correlation_id"] = correlationID
        metadata["claims"] = claims
        metadata["http_response_code"] = status.map { String($0) }
        // A form in a text: IdentityCore reads an object as well, MSAL.NET texts alone.
        metadata["http_response_headers"] = formOfHeaderFields
        metadata["username"] = username
        metadata["home_account_id"] = homeAccountID
        metadata["granted_scopes"] = grantedScopes?.description
        metadata["declined_scopes"] = declinedScopes?.description
        metadata["x-broker-app-ver"] = self.brokerVersion ?? brokerVersion
        metadata["onboardingBlob"] = onboarding
        if !metadata.dictionary.isEmpty { out["error_metadata"] = metadata.jsonText }
        return out
    }

    /// The header fields as a form; nil if there are none.
    var formOfHeaderFields: String? {
        let fields = FormParameters(headerFields.sorted { $0.key < $1.key })
        return fields.isEmpty ? nil : BrokerForm.encode(fields)
    }

    /// Header fields are an object, or a form, or that form as text.
    static func headerFields(_ text: String?) -> [String: String] {
        guard let text else { return [:] }
        if let members = BrokerMembers(json: text) { return members.dictionary }
        return (try? BrokerForm.decode(text)).map { BrokerMembers($0).dictionary } ?? [:]
    }
}
