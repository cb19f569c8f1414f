import KeyfobBrokerProtocol
import KeyfobCore

/// What has to hold before an app is sent to a broker by a URL: otherwise it would come back to nobody, or not be found.
enum BrokerSetup {
    /// The first fault of an app's setup that would make a request over a URL fail; nil if there is none.
    static func fault(_ inputs: BrokerInputs) -> SetupFinding? {
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
    /// The first fault of the app's setup that would make a request over a URL fail; nil if there is none, or if no URL
    /// reaches a broker.
    package var setupFault: SetupFinding? { BrokerSetup.fault(self) }
}
