import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// The sign-in by certificate, which is a second request with a redirect URI of its own.
extension InteractiveFlow {
    /// The parameter that states that the user has already chosen a certificate.
    static let certificateFlag = "broker_is_performing_cba"

    /// Repeats the request with the second redirect URI that the app has registered for certificates (`msauth://code/`
    /// and the first one).
    ///
    /// The certificate is one that the administrator has installed for the broker, or else one of the system browser's.
    /// Either way, the app gets the result and sees neither the certificate nor the key.
    mutating func useCertificate(
        _ wanted: CertificateWanted, _ visit: ProviderVisit
    ) throws(AuthError) -> SignInAction {
        // The certificate was presented, or the system's browser had it: a second one is not requested.
        guard !visit.isByCertificate else { throw wanted.error }
        var visit = visit
        visit.isByCertificate = true
        visit.exits = 0
        visit.parameters.redirectURI = try RedirectURI(
            BrokerRedirectForm.certificateRedirect(for: visit.parameters.redirectURI.value))
        visit.parameters.extraParameters.set(Self.certificateFlag, "true")
        visit.parameters.loginHint = wanted.name ?? visit.parameters.loginHint
        return perform(.listCertificates(wanted.provider), then: .onPages(visit, .listingCertificates(wanted)))
    }

    /// Presents the certificate that is named after the user, the only one, or the one that the user selects; without
    /// any, the system's browser presents one of its own.
    mutating func present(
        _ names: [String], _ wanted: CertificateWanted, _ visit: ProviderVisit
    ) -> SignInAction {
        if let user = wanted.name?.lowercased(), let own = names.first(where: { $0.lowercased() == user }) {
            return present(own, wanted, visit)
        }
        if names.count > 1 {
            return perform(
                .show(CertificateChooserPage(app: order.app, names: names).page),
                then: .onPages(visit, .choosingCertificate(wanted, names)))
        }
        if let only = names.first { return present(only, wanted, visit) }
        var visit = visit
        visit.isInWebView = false
        return perform(.openSystemBrowser(visit.parameters), then: .onPages(visit, .onPage))
    }

    mutating func present(
        _ name: String, _ wanted: CertificateWanted, _ visit: ProviderVisit
    ) -> SignInAction {
        perform(
            .openPages(
                visit.parameters, visit.identity, PresentedCertificate(name: name, provider: wanted.provider)),
            then: .onPages(visit, .onPage))
    }
}
