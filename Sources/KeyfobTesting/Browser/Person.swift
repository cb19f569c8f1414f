public import KeyfobCore
import KeyfobOAuth

/// A person at a browser: their credentials, and their response to each page that a provider shows.
public struct Person: Sendable {
    /// The name that they enter.
    public var user: String
    /// The password that they enter.
    public var password: Secret<String>
    /// Whether they accept the consent page.
    public var consents = true
    /// The scopes whose boxes they clear on the consent page.
    public var declining: ScopeSet = []
    /// Whether they ask for another account on the account picker, even if theirs is there.
    public var usesAnotherAccount = false
    /// Whether they choose the link for a forgotten password on the sign-in page of a policy.
    public var hasForgottenPassword = false
    /// The new name that they enter, where a policy lets them change it; nil cancels.
    public var newName: String?
    /// Whether they let apps use their accounts when the broker asks, and continue where it offers to; else they go
    /// back.
    public var trustsApps = true
    /// The code that they enter on the device page.
    public var userCode: String?
    /// Whether they continue where the provider asks if they are signing in to a device's app; else they cancel.
    public var approvesDevice = true

    /// Whether they sign in by certificate, which the browser then has to have, instead of the password.
    public var usesCertificate = false
    /// The key in their authenticator app, as the registration page shows it. A code counts once: between two sign-ins
    /// that request one the clock has to advance by half a minute.
    public var authenticatorKey: Secret<String>?
    /// Reads the code that was texted to them; a test returns the last one of the sign-in log.
    public var readsText: (@Sendable () async throws -> String?)?
    /// The number that they register where a second factor is required; without one they register an app.
    public var phoneNumber: String?

    /// Makes a person.
    public init(user: String, password: String) {
        self.user = user
        self.password = Secret(password)
    }

    /// The outcome of a visit.
    public struct Visit: Sendable {
        /// The pages seen, by name. The two pages of the sign-in, for name and password, count as one.
        public var pages: [String] = []
        /// The address to which the site redirected the person in the end; nil if it did not.
        public var redirect: String?
        /// The last error that a page showed, by its number (50126 stands for AADSTS50126).
        public var errorNumber: Int?
        /// The message of that error.
        public var errorText: String?
        /// The last page seen.
        package var lastPage: HTMLDocument?
        /// The key that the person has added to their authenticator app.
        public var registeredKey: Secret<String>?
    }

    /// Opens an address and completes the pages, until the site redirects the person away or requests nothing more.
    ///
    /// - Throws: ``FormBrowser/BrowserError`` if the site sends no valid response.
    package func visit(_ url: HTTPURL, with browser: inout FormBrowser) async throws -> Visit {
        var visit = Visit()
        var place = try await browser.open(url)
        for _ in 0..<16 {
            guard case .page(let outerAddress, let outer, _) = place else { break }
            let (address, document) = try await browser.inner(outer, at: outerAddress)
            visit.note(document)
            let step =
                switch document.pageName {
                case "second-factor", "register-factor":
                    try await secondFactor(at: document, visit: &visit, now: browser.now)
                default: step(at: document, after: visit)
                }
            guard let step else { return visit }
            place = try await browser.send(step.form, step.values, from: address)
        }
        if case .left(let target) = place { visit.redirect = target }
        return visit
    }

    /// A form, and the values to send.
    struct Step {
        let form: HTMLForm
        let values: [(String, String)]
    }

    /// The person's step at a page; nil if there is nothing for them to do.
    func step(at page: HTMLDocument, after visit: Visit) -> Step? {
        func form(with control: String) -> HTMLForm? { page.forms.first { $0.has(control) } }
        if let step = brokerStep(at: page) { return step }
        switch page.pageName {
        case "sign-in":
            guard let form = form(with: "login") else { return nil }
            // After one refusal the person cancels: a test that needs more attempts makes another visit.
            if visit.errorNumber != nil { return cancel(page) }
            if usesCertificate, form.values("action").contains("certificate") {
                return Step(
                    form: form, values: form.submission(filling: ["login": user], pressing: ("action", "certificate")))
            }
            if hasForgottenPassword {
                return Step(form: form, values: form.submission(pressing: ("action", "forgot")))
            }
            var values = ["login": user]
            if form.has("passwd") { values["passwd"] = password.reveal() }
            return Step(form: form, values: form.submission(filling: values))
        case "account-picker": return pick(page)
        case "device-approval": return approvesDevice ? press("continue", on: page) : cancel(page)
        case "profile":
            guard let newName, let form = form(with: "name") else { return cancel(page) }
            return Step(
                form: form, values: form.submission(filling: ["name": newName], pressing: ("action", "save")))
        case "consent":
            guard let form = form(with: "action") else { return nil }
            if !consents { return cancel(page) }
            let values = form.submission(
                unchecking: { $0 == "scope" && declining.contains($1) }, pressing: ("action", "accept"))
            return Step(form: form, values: values)
        case "access-refused": return press("back", on: page)
        case "enroll": return press("enroll", on: page)
        case "compliance":
            // The page that comes back contains the person's next step.
            guard visit.pages.count(where: { $0 == "compliance" }) == 1, let form = page.forms.first else { return nil }
            return Step(form: form, values: form.submission())
        case "device-code":
            guard let userCode, let form = form(with: "user_code"), visit.errorNumber == nil else { return nil }
            return Step(form: form, values: form.submission(filling: ["user_code": userCode]))
        default: return nil
        }
    }

    private func pick(_ page: HTMLDocument) -> Step? {
        let candidates = page.forms.filter { $0.has("account") }
        for form in candidates {
            for control in form.controls where control.name == "account" {
                let isMine = control.value.lowercased() == user.lowercased()
                let isOther = control.value.isEmpty || control.value == "other"
                guard usesAnotherAccount ? isOther : isMine else { continue }
                var values = form.submission(pressing: ("account", control.value)).filter { $0.0 != "account" }
                values.append(("account", control.value))
                return Step(form: form, values: values)
            }
        }
        guard !usesAnotherAccount else { return nil }
        var other = self
        other.usesAnotherAccount = true
        return other.pick(page)
    }

    func press(_ button: String, on page: HTMLDocument) -> Step? {
        guard let form = page.forms.first(where: { $0.values("action").contains(button) }) else { return nil }
        return Step(form: form, values: form.submission(pressing: ("action", button)))
    }

    func cancel(_ page: HTMLDocument) -> Step? {
        guard let form = page.forms.first(where: { $0.values("action").contains("cancel") }) else { return nil }
        return Step(form: form, values: form.submission(pressing: ("action", "cancel")))
    }
}

extension Person.Visit {
    mutating func note(_ page: HTMLDocument) {
        if !isPassword(page) { pages.append(page.pageName ?? "unnamed") }
        lastPage = page
        guard let code = page.textByID["error-code"] else { return }
        errorNumber = Int(code.drop { !$0.isNumber }.prefix { $0.isNumber })
        errorText = page.textByID["error-message"]
    }

    /// Whether a page is the second one of the sign-in, after the first.
    private func isPassword(_ page: HTMLDocument) -> Bool {
        guard page.pageName == "sign-in", page.textByID["error-code"] == nil, let lastPage else { return false }
        return lastPage.pageName == "sign-in" && !lastPage.forms.contains { $0.has("passwd") }
    }
}
