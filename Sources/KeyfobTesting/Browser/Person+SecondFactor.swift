import KeyfobCore
import KeyfobIdPCore

extension Person {
    /// The person's step at the pages that request a second factor, or register one: one attempt; after a refusal they
    /// cancel.
    func secondFactor(at page: HTMLDocument, visit: inout Visit, now: Int64) async throws -> Step? {
        guard let form = page.forms.first(where: { $0.has("otc") || $0.has("phone") }) else { return nil }
        if visit.errorNumber == 50074 { return cancel(page) }
        func submit(_ code: String) -> Step {
            Step(form: form, values: form.submission(filling: ["otc": code], pressing: ("action", "verify")))
        }
        if page.pageName == "register-factor", phoneNumber == nil || readsText == nil {
            guard let key = page.textByID["factor-key"].map({ Secret($0) }), let code = Self.code(key, at: now) else {
                return cancel(page)
            }
            visit.registeredKey = key
            return submit(code)
        }
        if page.pageName == "register-factor", let phoneNumber, page.textByID["factor-phone"] == nil {
            guard form.has("phone") else { return press("phone", on: page) ?? cancel(page) }
            return Step(
                form: form, values: form.submission(filling: ["phone": phoneNumber], pressing: ("action", "text")))
        }
        if let key = visit.registeredKey ?? authenticatorKey, page.pageName == "second-factor",
            let code = Self.code(key, at: now)
        {
            return submit(code)
        }
        guard let text = try await readsText?() else { return cancel(page) }
        return submit(text)
    }

    private static func code(_ key: Secret<String>, at time: Int64) -> String? {
        Base32.decode(key.reveal()).map { OneTimeCode.code(step: OneTimeCode.step(at: time), key: $0) }
    }
}
