import KeyfobBrokerProtocol

/// The broker's schemes that an app must declare to look them up (`LSApplicationQueriesSchemes`).
package enum QueriedSchemeRules {
    package static func findings(for subject: SetupSubject, redirectURI: String?) -> [SetupFinding] {
        let facts = subject.facts
        guard facts.platform == .iOS, subject.usesBroker, let bundleID = facts.bundleID, let redirectURI,
            BrokerRedirect.isBrokerCapable(redirectURI, bundleID: bundleID, dialect: subject.dialect)
        else { return [] }
        // ADAL has also looked up the second one since 2.7.14 and 4.0.2.
        let wanted = subject.brokerSchemes.required(subject.dialect.wire)
        let complete = facts.queriedSchemes + wanted.filter { !facts.mayQuery(scheme: $0) }
        return wanted.filter { !facts.mayQuery(scheme: $0) }.map { scheme in
            SetupFinding(
                .queriedSchemeMissing, .error, "The scheme \(scheme) is not declared in LSApplicationQueriesSchemes.",
                meaning: "iOS reports that no app has it, so that an installed broker is not found.",
                remedy: "Add \(scheme) to LSApplicationQueriesSchemes in Info.plist.",
                snippets: [.queriedSchemes(complete)])
        }
    }
}
