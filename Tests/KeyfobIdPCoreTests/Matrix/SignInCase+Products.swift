extension SignInCase {
    /// The cases: three products, each of the questions that depend on each other.
    static let all: [SignInCase] = Array(Set(whoAndWhere + how + consents)).sorted { $0.description < $1.description }

    /// Who may sign in to which app at which address.
    private static var whoAndWhere: [SignInCase] {
        product(
            Account.allCases, Audience.allCases, Endpoint.allCases, [.absent, .none], [.empty, .same], [.absent], [true]
        )
    }

    /// Which pages a user sees who may.
    private static var how: [SignInCase] {
        product(
            [.member, .personalGuest], [.organizationsAndPersonal], [.contoso, .fabrikam, .common], Prompt.allCases,
            Session.allCases, Policy.allCases, [true])
    }

    /// Where the app has no consent yet.
    private static var consents: [SignInCase] {
        product(
            [.member, .personal], [.organizationsAndPersonal], [.contoso, .common, .consumers], Prompt.allCases,
            Session.allCases, [.absent, .block], [false])
    }

    private static func product(
        _ accounts: [Account], _ audiences: [Audience], _ endpoints: [Endpoint], _ prompts: [Prompt],
        _ sessions: [Session], _ policies: [Policy], _ consented: [Bool]
    ) -> [SignInCase] {
        var cases = [SignInCase()]
        func multiply<Value>(_ path: WritableKeyPath<SignInCase, Value>, by values: [Value]) {
            cases = cases.flatMap { given in
                values.map { value in
                    var given = given
                    given[keyPath: path] = value
                    return given
                }
            }
        }
        multiply(\.account, by: accounts)
        multiply(\.audience, by: audiences)
        multiply(\.endpoint, by: endpoints)
        multiply(\.version, by: Version.allCases)
        multiply(\.prompt, by: prompts)
        multiply(\.session, by: sessions)
        multiply(\.policy, by: policies)
        multiply(\.isConsented, by: consented)
        return cases
    }
}

extension SignInCase: CustomStringConvertible {
    var description: String {
        "\(account) of app for \(audience) at \(endpoint) \(version), prompt \(prompt), session \(session), "
            + "policy \(policy)\(isConsented ? "" : ", no consent")"
    }
}
