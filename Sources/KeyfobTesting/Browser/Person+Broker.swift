extension Person {
    /// The person's step at one of the broker's own pages; nil if there is nothing for them to do.
    func brokerStep(at page: HTMLDocument) -> Step? {
        switch page.pageName {
        case "broker-accounts": chooseAccount(page)
        case "broker-certificates": chooseCertificate(page)
        case "broker-confirmation", "broker-question": answer(page, with: trustsApps ? "continue" : "cancel")
        case "broker-notice": answer(page, with: "cancel")
        default: nil
        }
    }

    private func chooseAccount(_ page: HTMLDocument) -> Step? {
        guard trustsApps, let form = page.forms.first(where: { $0.has("account") }) else {
            return answer(page, with: "cancel")
        }
        let choice =
            usesAnotherAccount
            ? "other"
            : form.values("account").first { page.textByID["account-\($0)"]?.lowercased() == user.lowercased() }
        let value = choice ?? "other"
        var values = form.submission(pressing: ("account", value)).filter { $0.0 != "account" && $0.0 != "action" }
        values.append(("account", value))
        return Step(form: form, values: values)
    }

    private func chooseCertificate(_ page: HTMLDocument) -> Step? {
        guard let form = page.forms.first(where: { $0.has("certificate") }),
            let value = form.values("certificate").first(where: {
                page.textByID["certificate-\($0)"]?.lowercased().contains(user.lowercased()) == true
            })
        else { return answer(page, with: "cancel") }
        return Step(form: form, values: form.submission(pressing: ("certificate", value)).filter { $0.0 != "action" })
    }

    private func answer(_ page: HTMLDocument, with action: String) -> Step? {
        guard let form = page.forms.first(where: { $0.values("action").contains(action) }) else { return nil }
        return Step(form: form, values: form.submission(pressing: ("action", action)))
    }
}
