import KeyfobCore
import KeyfobOAuth

extension BrokerResponseError {
    /// Reads a failure of version 2, which is unencrypted in the URL: any app that can open a URL can forge one. It
    /// ends a request and does nothing else.
    ///
    /// Old brokers name no domain: their numbers are ADAL's.
    init(plain members: BrokerMembers) {
        self.init(
            domain: members["error_domain"] ?? Self.adalDomain, code: Int(members["error_code"] ?? "") ?? 0,
            oauthError: members["protocol_code"] ?? members["code"], suberror: members["suberror"],
            text: members["error_description"])
        username = members["user_id"]
        brokerVersion = members["x-broker-app-ver"]
        headerFields = Self.headerFields(members["http_headers"])
        if domain == Self.adalHTTPDomain { status = code }
    }

    var plainMembers: BrokerMembers {
        var out = BrokerMembers()
        out["error_domain"] = domain
        out["error_code"] = String(code)
        out["protocol_code"] = oauthError
        out["suberror"] = suberror
        out["error_description"] = text ?? "The broker could not get a token."
        out["user_id"] = username
        out["x-broker-app-ver"] = brokerVersion
        out["http_headers"] = formOfHeaderFields
        return out
    }
}
