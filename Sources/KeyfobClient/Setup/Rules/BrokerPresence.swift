public import KeyfobBrokerProtocol

/// Whether a broker app is there to be asked, as iOS lets an app find out.
public enum BrokerPresence: Sendable, Hashable {
    /// A broker answers to every scheme that this SDK needs; the one that requests are opened by.
    case installed(scheme: String)
    /// A broker answers to requests, and not to the scheme that says that its replies repeat the request's nonce.
    case tooOld(lacking: String)
    /// No app answers to requests.
    case notInstalled
    /// The app may not ask about this scheme (`LSApplicationQueriesSchemes`), so that iOS always says no: whether a
    /// broker is installed is not known.
    case notDeclared(scheme: String)

    /// Asks the operating system about the schemes of a dialect, the newest first.
    ///
    /// Nothing is asked about a scheme that the app does not declare: the answer would mean nothing.
    ///
    /// - Parameters:
    ///   - facts: what the app declares.
    ///   - dialect: whose schemes; of Microsoft's, MSAL's are `msauthv3` and `msauthv2`, ADAL's `msauthv3` and `msauth`.
    ///   - schemes: the broker's.
    ///   - canOpenURL: asks the system about a URL, as `UIApplication.canOpenURL(_:)` does.
    public static func detect(
        _ facts: BundleFacts, dialect: SetupSubject.Dialect = .msal, schemes: BrokerSchemes = .microsoft,
        canOpenURL: (String) -> Bool
    ) -> BrokerPresence {
        let search = Search(facts, dialect, schemes)
        var answers: [Bool] = []
        for url in search.questions { answers.append(canOpenURL(url)) }
        return search.verdict(answers)
    }

    /// The same, where the system answers later.
    public static func detect(
        _ facts: BundleFacts, dialect: SetupSubject.Dialect = .msal, schemes: BrokerSchemes = .microsoft,
        opener: any URLOpener
    ) async -> BrokerPresence {
        let search = Search(facts, dialect, schemes)
        var answers: [Bool] = []
        for url in search.questions { answers.append(await opener.canOpen(url)) }
        return search.verdict(answers)
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

        func verdict(_ answers: [Bool]) -> BrokerPresence {
            if let missing { return .notDeclared(scheme: missing) }
            guard answers.last == true else { return .notInstalled }
            return answers.first == true ? .installed(scheme: request) : .tooOld(lacking: nonce)
        }
    }
}

extension SetupSubject.Dialect {
    /// The dialect on the wire.
    var wire: BrokerDialect {
        switch self {
        case .msal: .msal
        case .adal: .adal
        }
    }
}
