import KeyfobCore
package import KeyfobOAuth

extension BrokerRequest {
    /// Returns the URL that delivers the request to a broker: by its scheme, as Microsoft's libraries do, even if it
    /// also has a universal link.
    package func url(to broker: BrokerIdentity) -> String {
        "\(broker.address(dialect))?\(BrokerForm.encode(parameters))"
    }

    /// The parameters.
    package var parameters: FormParameters {
        var out = FormParameters()
        out.set("authority", authority.description)
        out.set("client_id", clientID)
        out.set("redirect_uri", redirectURI)
        out.set("correlation_id", correlationID)
        out.set("broker_key", key.text.reveal())
        out.set("broker_nonce", ifPresent: nonce)
        out.set("application_token", ifPresent: applicationToken?.reveal())
        out.set(dialect.versionParameter, String(dialect.version))
        switch target {
        case .scopes(let scopes, let openID): setMSAL(scopes, openID, in: &out)
        case .resource(let resource): setADAL(resource, in: &out)
        }
        out.set("claims", ifPresent: claims.map(BrokerClaims.encoded))
        out.set("client_capabilities", ifPresent: Self.list(capabilities))
        out.set("intune_enrollment_ids", ifPresent: intune.enrollmentsText)
        out.set("intune_mam_resource", ifPresent: intune.resourcesText)
        setApp(in: &out)
        for pair in additional.pairs where out[pair.name] == nil { out.set(pair.name, pair.value) }
        return out
    }

    private func setApp(in out: inout FormParameters) {
        out.set("token_type", ifPresent: binding?.tokenType)
        out.set("req_cnf", ifPresent: binding?.confirmation)
        out.set("key_id", ifPresent: binding?.keyID)
        out.set("brk_client_id", ifPresent: hub?.clientID)
        out.set("brk_redirect_uri", ifPresent: hub?.redirectURI)
        out.set("client_version", ifPresent: app.sdkVersion)
        out.set("client_sku", ifPresent: app.sdkName)
        out.set("client_app_name", ifPresent: app.name)
        out.set("client_app_version", ifPresent: app.version)
        out.set("sdk_broker_capabilities", ifPresent: Self.list(app.sdkCapabilities))
        out.set("skip_validate_result_account", skipsAccountCheck ? "YES" : "NO")
        if isRepeated { out.set("ignore_broker_request", "1") }
    }

    private func setMSAL(_ scopes: ScopeSet, _ openID: ScopeSet, in out: inout FormParameters) {
        out.set("scope", scopes.description)
        out.set("extra_oidc_scopes", openID.description)
        out.set("home_account_id", ifPresent: user.homeAccountID)
        out.set("username", ifPresent: user.username)
        out.set("login_hint", ifPresent: user.loginHint)
        out.set("prompt", ifPresent: asking.prompt)
        out.set("extra_consent_scopes", asking.extraScopesToConsent.description)
        out.set("extra_query_param", ifPresent: extraParametersText)
    }

    private func setADAL(_ resource: String, in out: inout FormParameters) {
        out.set("resource", resource)
        out.set("username", ifPresent: user.username)
        if user.username != nil { out.set("username_type", user.kind.rawValue) }
        out.set("force", asking.forcesPrompt ? "YES" : "NO")
        out.set("skip_cache", asking.skipsCache || claims != nil ? "YES" : "NO")
        out.set("extra_qp", ifPresent: extraParametersText)
    }

    private var extraParametersText: String? {
        var extra = FormParameters(asking.extraParameters.sorted { $0.key < $1.key })
        if asking.isInstanceAware { extra.set("instance_aware", "true") }
        return extra.isEmpty ? nil : BrokerForm.encode(extra)
    }

    private static func list(_ values: [String]) -> String? { values.isEmpty ? nil : values.joined(separator: ",") }
}
