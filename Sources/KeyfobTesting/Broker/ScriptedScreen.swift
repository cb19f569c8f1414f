import KeyfobBackport
package import KeyfobBrokerCore
package import KeyfobCore

/// The broker's screen with a person who follows a script.
package final class ScriptedScreen: BrokerScreen {
    private struct State {
        var person: Person
        var occasions: [WindowReason] = []
        var visits: [Person.Visit] = []
        var pages: [BrokerPage] = []
    }

    private let state: Mutex<State>
    private let clock: any WallClock

    /// Makes a screen.
    ///
    /// - Parameters:
    /// - person: The person at the screen.
    /// - clock: The clock of the person's authenticator app.
    package init(person: Person, clock: any WallClock = SystemClock()) {
        state = Mutex(State(person: person))
        self.clock = clock
    }

    /// The person at the screen; may be changed between two sign-ins.
    package var person: Person {
        get { state.withLock { $0.person } }
        set { state.withLock { $0.person = newValue } }
    }

    /// Each time that the broker was shown to the person.
    package var occasions: [WindowReason] { state.withLock { $0.occasions } }

    /// The pages that the person saw each time, by name.
    package var visits: [Person.Visit] { state.withLock { $0.visits } }

    /// Every page that was shown, in order.
    package var pages: [BrokerPage] { state.withLock { $0.pages } }

    /// Shows the broker to the person.
    package func open(_ occasion: WindowReason) async throws(AuthError) -> any BrokerScreenSession {
        let number = state.withLock { state in
            state.occasions.append(occasion)
            state.visits.append(Person.Visit())
            return state.visits.count - 1
        }
        return Session(screen: self, number: number)
    }

    private struct Session: BrokerScreenSession {
        let screen: ScriptedScreen
        let number: Int

        func show(_ page: BrokerPage) async throws(AuthError) -> PageSubmission {
            let document = HTMLDocument(page.html)
            let (person, before) = screen.state.withLock { state in
                state.pages.append(page)
                state.visits[number].note(document)
                return (state.person, state.visits[number])
            }
            var visit = before
            let step: Person.Step?
            switch document.pageName {
            case "second-factor", "register-factor":
                step = try? await person.secondFactor(at: document, visit: &visit, now: screen.clock.unixSeconds)
                let registered = visit.registeredKey
                screen.state.withLock { $0.visits[number].registeredKey = registered }
            default: step = person.step(at: document, after: visit)
            }
            guard let step else {
                throw AuthError(
                    .userCanceled, origin: .broker,
                    message: visit.errorText ?? "The person closed the broker at page \(visit.pages.last ?? "none").")
            }
            return PageSubmission(
                action: step.form.action, isPost: step.form.method.lowercased() == "post",
                fields: step.values.map { (name: $0.0, value: $0.1) })
        }

        func close() async {}
    }
}
