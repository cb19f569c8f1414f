import KeyfobBrokerProtocol
import KeyfobCore
package import KeyfobSetup

/// The checks of an app's setup before a URL sends the user to a broker, so that the broker is found and its response
/// reaches the app.
package enum BrokerSetup {
    /// The first finding that would make a request over a URL fail; nil if there is none.
    package static func fault(_ inputs: BrokerInputs) -> SetupFinding? {
        guard let facts = inputs.facts, facts.platform == .iOS, !facts.isAppExtension else { return nil }
        var subject = SetupSubject(facts: facts)
        subject.dialect = inputs.dialect
        subject.redirectURI = inputs.redirectURI
        subject.authority = inputs.authority
        subject.brokerSchemes = inputs.schemes
        let findings =
            RedirectRules(subject).findings()
            + QueriedSchemeRules.findings(for: subject, redirectURI: inputs.redirectURI)
        return findings.first { $0.severity == .error }
    }
}

extension BrokerInputs {
    /// The first finding that would make a request over a URL fail; nil if there is none, or if no broker is reachable
    /// by a URL.
    package var setupFault: SetupFinding? { BrokerSetup.fault(self) }
}
