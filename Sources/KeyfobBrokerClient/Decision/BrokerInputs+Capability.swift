import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobSetup

extension BrokerInputs {
    /// Why no broker can serve the call, whichever is installed; nil if one could.
    package var refusal: BrokerRoute.Reason? {
        guard use == .automatic else { return .switchedOff }
        guard let bundleID = facts?.bundleID else { return .noAccess }
        guard BrokerRedirect.isBrokerCapable(redirectURI, bundleID: bundleID, dialect: dialect) else {
            return .redirectNotForBroker
        }
        return authority.kind == .openID ? .authorityNotBrokered : nil
    }

    /// Whether a broker signs in accounts of the authority only if it states so: customers' (B2C, external tenants) and
    /// those of AD FS, which Microsoft's brokers do not. Work, school and personal ones it always signs in, guests
    /// included; those of other providers never.
    package var needsStatement: Bool {
        switch authority.kind {
        case .b2c, .ciam, .adfs: true
        case .aad, .openID: false
        }
    }

    /// Whether the broker signs in accounts of the authority, if no ``refusal`` applies.
    package var isBrokered: Bool {
        !needsStatement || dialect == .msal && otherAccountKinds.contains(authority.kind.rawValue)
    }
}
