package import KeyfobCore
import KeyfobOAuth

/// The error that a broker returned.
package struct BrokerResponseError: Error, Sendable, Hashable {
    /// The domain of ``code``: `MSALErrorDomain`, `NSURLErrorDomain`, ADAL's.
    package var domain: String
    /// The number; 0 for none.
    package var code: Int
    /// `error` of the identity provider.
    package var oauthError: String?
    /// `suberror`
    package var suberror: String?
    /// `error_description`
    package var text: String?
    /// The claims that the next request must contain, as JSON.
    package var claims: String?
    /// The HTTP status of the provider's response.
    package var status: Int?
    /// The header fields of the provider's response.
    package var headerFields: [String: String] = [:]
    /// The user name of the sign-in.
    package var username: String?
    /// The home account id of the sign-in.
    package var homeAccountID: String?
    /// The scopes that were granted, where some were declined.
    package var grantedScopes: ScopeSet?
    /// The scopes that were declined.
    package var declinedScopes: ScopeSet?
    /// The version of the broker that failed (`x-broker-app-ver`).
    package var brokerVersion: String?

    /// Makes a failure.
    package init(
        domain: String, code: Int, oauthError: String? = nil, suberror: String? = nil, text: String? = nil
    ) {
        self.domain = domain
        self.code = code
        self.oauthError = oauthError
        self.suberror = suberror
        self.text = text
    }

    /// The domain of MSAL's numbers, which brokers use for version 3 and for the single sign-on extension.
    package static let msalDomain = "MSALErrorDomain"
    /// The domain of ADAL's numbers.
    package static let adalDomain = "ADAuthenticationErrorDomain"
    /// The domain of ADAL's numbers that a broker returned.
    package static let adalBrokerDomain = "ADBrokerResponseErrorDomain"
    /// The domain in which ADAL's numbers are HTTP statuses: of responses without an OAuth error.
    package static let adalHTTPDomain = "ADHTTPErrorCodeDomain"
    /// The domain of network errors.
    package static let networkDomain = "NSURLErrorDomain"
}

extension BrokerResponseError: CustomStringConvertible, CustomReflectable {
    /// Domain and number, and the provider's error codes; no personal data.
    package var description: String {
        let words = [oauthError, suberror].compactMap(\.self).joined(separator: ", ")
        return "\(domain) \(code)" + (words.isEmpty ? "" : " (\(words))")
    }

    /// A mirror without children, so that `dump` shows no user name.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension BrokerResponseError {
    /// The members of a response over a URL, besides those that ``BrokerResponse`` reads.
    static let names: Set<String> = [
        "broker_error_domain", "broker_error_code", "error", "suberror", "error_description", "error_metadata",
    ]

    /// MSAL's numbers for apps; no other domain has them.
    private static let msalNumbers: Set<Int> = [-50001, -50002, -50003, -50004, -50005, -50142]

    /// Reads a failure of version 3. A number without a domain is MSAL's if it is one for apps; any other has no
    /// meaning.
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
        // A form in a text: IdentityCore also reads an object, MSAL.NET only texts.
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

    /// Reads header fields from a JSON object or a form.
    static func headerFields(_ text: String?) -> [String: String] {
        guard let text else { return [:] }
        if let members = BrokerMembers(json: text) { return members.dictionary }
        return (try? BrokerForm.decode(text)).map { BrokerMembers($0).dictionary } ?? [:]
    }
}
