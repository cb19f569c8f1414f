import KeyfobCore

extension WebDriver {
    /// Completes the provider's pages as a person does, until the browser is at the app's `http` address: it fills in
    /// the fields that a page has, and presses its main button.
    func completeSignIn(as user: String, password: String = Contoso.password) async throws {
        var pages: [String] = []
        while try await !address().hasPrefix("http://") {
            // Nothing is loaded yet, or the page submits itself.
            guard let name = try await page(), name != "form-post" else {
                await Task.yield()
                continue
            }
            pages.append(name)
            guard pages.count < 12, name != "error" else {
                throw Refused(description: "The pages did not end: \(pages), \(try await text())")
            }
            if try await isShown("input[name=login]") { try await type(user, into: "input[name=login]") }
            if try await isShown("input[name=passwd]") { try await type(password, into: "input[name=passwd]") }
            let accept = "button[name=action][value=accept]"
            try await click(try await has(accept) ? accept : "button[type=submit]")
        }
    }

    /// Whether the page has a field that a person can type into.
    private func isShown(_ selector: String) async throws -> Bool {
        let script = """
            const e = document.querySelector('\(selector)');
            return !!e && e.type !== 'hidden' && !e.hidden && !e.readOnly
            """
        return try await find(byScript: script) == .bool(true)
    }
}
