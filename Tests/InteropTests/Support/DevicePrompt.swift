import KeyfobTesting

/// What a client tells its user during a device code flow: the page, and the code to enter there.
struct DevicePrompt {
    let page: String
    let code: String

    /// Reads the provider's message in a line that a client prints; nil if the line does not contain it.
    init?(_ line: String) {
        let words = line.split(whereSeparator: { $0.isWhitespace || $0 == "\"" }).map(String.init)
        guard let page = words.firstIndex(of: "page"), let code = words.firstIndex(of: "code"),
            words.indices.contains(page + 1), words.indices.contains(code + 1),
            words[page + 1].hasPrefix("https://")
        else { return nil }
        self.page = words[page + 1]
        self.code = words[code + 1]
    }

    /// The prompt that a client prints.
    ///
    /// - Throws: ``Witness/Missing`` with the client's output, if it ends without one.
    static func of(_ client: ChildProcess) async throws -> DevicePrompt {
        while let line = await client.nextLine() {
            if let prompt = DevicePrompt(line) { return prompt }
        }
        let outcome = await client.outcome()
        throw Witness.Missing(description: "The client showed no code: \(outcome.output) \(outcome.errors)")
    }
}

extension RunningProvider {
    /// Lets a person approve the sign-in by device code that a client waits for.
    func approve(_ client: ChildProcess, as user: String = Contoso.ada) async throws -> Person.Visit {
        let prompt = try await DevicePrompt.of(client)
        return try await visit(prompt.page, as: user, userCode: prompt.code)
    }
}
