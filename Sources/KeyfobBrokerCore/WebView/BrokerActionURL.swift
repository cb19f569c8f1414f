package import KeyfobCore
import KeyfobOAuth

/// A URL with which a provider's page requests an action of the broker: none of them is ever loaded.
package enum BrokerActionURL: Sendable, Hashable {
    /// `msauth://wpj`: the device has to be registered in the user's tenant.
    case registerDevice(username: String?)
    /// `msauth://upgradeReg`: the device has to be registered again, with stronger protection.
    case renewRegistration(username: String?)
    /// `msauth://enroll`: the device has to be managed; the URL is the page that enrols it.
    case enroll(HTTPURL)
    /// `msauth://compliance` and `msauth://jit_troubleshooting`: the device does not meet the organization's rules; the
    /// URL is the page that lists the violations, if there is one.
    case compliance(HTTPURL?)
    /// `msauth://in_app_enrollment_complete`, `profile_download_complete` and `compliance_status`: the remediation has
    /// succeeded or failed.
    case remediationEnded(isSuccess: Bool)
    /// `browser://`: a URL for the system's browser, which can do what the web view cannot.
    case systemBrowser(HTTPURL)
    /// Another URL of the broker's own schemes, by its host.
    case unknown(String)

    /// Reads a URL.
    ///
    /// - Returns: nil if it is not an exit: an ordinary page, or another scheme.
    package init?(_ address: String) {
        guard let separator = address.firstRange(of: "://") else { return nil }
        let rest = address[separator.upperBound...]
        switch address[..<separator.lowerBound].lowercased() {
        case "browser":
            guard let url = HTTPURL("https://\(rest)") else { return nil }
            self = .systemBrowser(url)
        case "msauth":
            let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            // A URL from the system's browser is the response of a sign-in, not an exit.
            guard host != "code" else { return nil }
            let query = rest.firstIndex(of: "?").map { rest[rest.index(after: $0)...].prefix { $0 != "#" } } ?? ""
            self = Self.broker(host.lowercased(), (try? FormParameters(parsing: String(query))) ?? FormParameters())
        default: return nil
        }
    }

    private static func broker(_ host: String, _ parameters: FormParameters) -> BrokerActionURL {
        func page(_ names: String...) -> HTTPURL? {
            names.lazy.compactMap { parameters.nonEmpty($0) }.compactMap(HTTPURL.init).first { $0.scheme == "https" }
        }
        switch host {
        case "wpj": return .registerDevice(username: parameters.nonEmpty("username"))
        case "upgradereg": return .renewRegistration(username: parameters.nonEmpty("username"))
        case "enroll":
            return page("intuneRedirectUrl", "intuneredirecturl").map(BrokerActionURL.enroll) ?? .unknown(host)
        case "compliance", "jit_troubleshooting":
            return .compliance(page("intuneRedirectUrl", "complianceUrl", "url"))
        case "in_app_enrollment_complete":
            return .remediationEnded(isSuccess: parameters["status"]?.lowercased() == "success")
        case "profile_download_complete", "compliance_status": return .remediationEnded(isSuccess: true)
        default: return .unknown(host)
        }
    }
}
