package import KeyfobBrokerProtocol
package import KeyfobSetup

/// Whether a broker app is installed, as iOS lets an app find out.
public enum BrokerPresence: Sendable, Hashable {
    /// A broker is installed for every scheme that this SDK needs; the scheme opens requests.
    case installed(scheme: String)
    /// A broker is installed for requests, but not for the scheme that shows that its responses repeat the request's
    /// nonce.
    case tooOld(lacking: String)
    /// No app is installed for requests.
    case notInstalled
    /// The app does not declare this scheme (`LSApplicationQueriesSchemes`), so that iOS always returns false: whether
    /// a broker is installed is not known.
    case notDeclared(scheme: String)

    /// Looks up the schemes of a dialect, the newest first.
    ///
    /// A scheme that the app does not declare is not looked up, since the result would mean nothing.
    ///
    /// - Parameters:
    ///   - facts: the app's declarations.
    ///   - dialect: selects the schemes; of Microsoft's, MSAL's are `msauthv3` and `msauthv2`, ADAL's `msauthv3` and
    ///     `msauth`.
    ///   - schemes: the broker's.
    ///   - canOpenURL: looks up a URL's scheme, as `UIApplication.canOpenURL(_:)` does.
    package static func detect(
        _ facts: BundleFacts, dialect: SetupSubject.Dialect = .msal, schemes: BrokerSchemes = .microsoft,
        canOpenURL: (String) -> Bool
    ) -> BrokerPresence {
        let search = Search(facts, dialect, schemes)
        var answers: [Bool] = []
        for url in search.questions { answers.append(canOpenURL(url)) }
        return search.decision(answers)
    }

    /// Looks up the schemes asynchronously.
    package static func detect(
        _ facts: BundleFacts, dialect: SetupSubject.Dialect = .msal, schemes: BrokerSchemes = .microsoft,
        opener: any URLOpener
    ) async -> BrokerPresence {
        let search = Search(facts, dialect, schemes)
        var answers: [Bool] = []
        for url in search.questions { answers.append(await opener.canOpen(url)) }
        return search.decision(answers)
    }

    private struct Search {
        let missing: String?
        let request: String
        let nonce: String

        init(_ facts: BundleFacts, _ dialect: SetupSubject.Dialect, _ schemes: BrokerSchemes) {
            missing = schemes.required(dialect.wire).first { !facts.mayQuery(scheme: $0) }
            request = schemes.request(dialect.wire)
            nonce = schemes.nonce
        }

        var questions: [String] { missing == nil ? ["\(nonce)://broker", "\(request)://broker"] : [] }

        func decision(_ answers: [Bool]) -> BrokerPresence {
            if let missing { return .notDeclared(scheme: missing) }
            guard answers.last == true else { return .notInstalled }
            return answers.first == true ? .installed(scheme: request) : .tooOld(lacking: nonce)
        }
    }
}
