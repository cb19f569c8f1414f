extension Authority {
    /// Makes an authority for a policy of an Azure AD B2C tenant, from any of the three forms of its URL:
    /// `https://HOST/tfp/TENANT/POLICY`, `https://HOST/TENANT/POLICY` and `https://HOST/TENANT?p=POLICY`. They name the
    /// same authority.
    ///
    /// - Parameter text: an `https` URL of one of these forms, also with a custom domain; segments after the policy are
    ///   dropped.
    /// - Throws: ``AuthError`` with code `configuration` if it names no tenant or no policy.
    public static func b2c(_ text: String) throws(AuthError) -> Authority {
        let remedy =
            "Use the form https://HOST/tfp/TENANT/POLICY, for example "
            + "https://contoso.b2clogin.com/tfp/contoso.onmicrosoft.com/b2c_1_signin."
        let url = try url(text)
        var segments = try segments(of: url)
        if let first = segments.first?.lowercased(), first == "tfp" || first == "te" { segments.removeFirst() }
        guard let tenant = segments.first else {
            throw .configuration("The B2C authority names no tenant.", remedy: remedy)
        }
        guard let policy = policy(inQueryOf: url) ?? segments.dropFirst().first else {
            throw .configuration("The B2C authority names no policy.", remedy: remedy)
        }
        return Authority(.b2c, environment: url.hostAndPort, tenant: tenant, policy: policy)
    }

    /// Makes an authority for a tenant of Microsoft Entra External ID: `https://SUBDOMAIN.ciamlogin.com`, with or
    /// without `/TENANT`.
    ///
    /// Without a path the tenant is `SUBDOMAIN.onmicrosoft.com`, as MSAL makes it.
    ///
    /// - Parameters:
    ///   - text: the `https` URL.
    ///   - requiresStandardHost: whether hosts outside `ciamlogin.com` are refused. A custom domain needs false, and
    ///     the tenant in its path.
    /// - Throws: ``AuthError`` with code `configuration` if the host is refused, or the URL does not determine a
    ///   tenant.
    public static func ciam(_ text: String, requiresStandardHost: Bool = true) throws(AuthError) -> Authority {
        let remedy = "Use the form https://SUBDOMAIN.ciamlogin.com, or name a custom domain's tenant in its path."
        let url = try url(text)
        guard !requiresStandardHost || subdomain(ofCIAM: url.host) != nil else {
            throw .configuration("The authority's host is not one of ciamlogin.com.", remedy: remedy)
        }
        if let tenant = try segments(of: url).first {
            return Authority(.ciam, environment: url.hostAndPort, tenant: tenant)
        }
        let labels = url.host.split(separator: ".")
        guard let subdomain = subdomain(ofCIAM: url.host) ?? (labels.dropFirst().first == "ciamlogin" ? labels[0] : nil)
        else { throw .configuration("The authority of a custom domain names no tenant.", remedy: remedy) }
        return Authority(.ciam, environment: url.hostAndPort, tenant: "\(subdomain).onmicrosoft.com")
    }

    /// Makes an authority of Active Directory Federation Services: `https://HOST/adfs`.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if the path does not begin with `adfs`.
    public static func adfs(_ text: String) throws(AuthError) -> Authority {
        let url = try url(text)
        guard try segments(of: url).first?.lowercased() == "adfs" else {
            throw .configuration(
                "The authority of AD FS has no path /adfs.", remedy: "Use the form https://HOST/adfs.")
        }
        return Authority(.adfs, environment: url.hostAndPort, tenant: "adfs")
    }

    /// Makes an authority for an OpenID provider from its issuer (OpenID Connect Discovery 1.0 section 4). The
    /// provider's metadata is at `ISSUER/.well-known/openid-configuration`, or where RFC 8414 section 3 places it, and
    /// must name the same issuer.
    ///
    /// - Parameter issuer: the issuer exactly as the provider writes it, with or without a path. Plain `http` is
    ///   accepted only of a provider on this machine (`localhost`, `127.0.0.1`, `[::1]`), for development.
    /// - Throws: ``AuthError`` with code `configuration` if it is not such a URL, or has a query or fragment.
    public static func openID(issuer: String) throws(AuthError) -> Authority {
        let remedy = "Pass the provider's issuer as its metadata has it, for example https://login.example/realms/a."
        guard let url = HTTPURL(issuer) else {
            throw .configuration("The issuer is not an absolute https URL.", remedy: remedy)
        }
        guard url.scheme == "https" || url.isLoopback else {
            throw .configuration(
                "The issuer must use https, since it is not on this machine.",
                remedy: "Use the provider's https address; http is for providers at localhost.")
        }
        guard url.query == nil, !issuer.contains("#") else {
            throw .configuration("The issuer has a query or a fragment.", remedy: remedy)
        }
        _ = try segments(of: url)
        return Authority(.openID, environment: url.hostAndPort, tenant: "openid", issuer: issuer)
    }

    /// The label before `ciamlogin.com`.
    static func subdomain(ofCIAM host: String) -> Substring? {
        let suffix = ".ciamlogin.com"
        guard host.hasSuffix(suffix) else { return nil }
        let label = host.dropLast(suffix.count)
        return label.isEmpty || label.contains(".") ? nil : label
    }
}
