import KeyfobCore
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth

extension VaultAccount {
    /// Makes the account of the user who signed in.
    ///
    /// - Parameters:
    ///   - flow: the provider's response.
    ///   - environment: the name under which the broker knows the host.
    /// - Returns: nil if the response has no id token.
    init?(_ flow: FlowResult, environment: String) {
        guard let token = flow.idToken else { return nil }
        let info = flow.response.clientInfo
        let subject = token.objectID ?? token.subject
        let home = info?.homeAccountID ?? "\(subject).\(token.tenantID ?? subject)"
        let tenant = info?.utid ?? token.tenantID ?? flow.authority.tenant
        let kind: Kind =
            switch flow.authority.kind {
            case .aad: tenant.lowercased() == Authority.personalAccountsTenant ? .personal : .work
            case .b2c: .b2c
            case .ciam, .adfs, .openID: .other
            }
        self.init(
            homeAccountID: home, username: flow.username ?? "", displayName: token.name, environment: environment,
            tenantID: tenant.lowercased(), kind: kind, localAccountID: info?.uid ?? subject)
    }
}

extension FlowResult {
    /// The user's name, if the id token contains one.
    var username: String? {
        guard let idToken else { return nil }
        return idToken.preferredUsername ?? idToken.userPrincipalName ?? idToken.email ?? idToken.firstOfEmails
    }
}
