/// Finds uses in an Objective-C file, in its tokens and its messages.
struct ObjectiveCSearch {
    let book: RuleBook

    func findings(in file: SourceFile) -> [Finding] {
        let tokens = ObjectiveCLexer.tokens(file.text)
        let messages = ObjectiveCMessages(tokens, text: file.text).all()
        let types = Self.types(tokens)
        let libraries = self.libraries(tokens).union(file.everywhere)
        var taken: Set<Int> = []
        var findings: [Finding] = []

        func note(_ rule: Rule, _ place: Int, _ arguments: [String: String] = [:]) {
            let rule = book.rule(rule, given: arguments)
            guard taken.insert(place).inserted else { return }
            let token = tokens[place]
            findings.append(
                Finding(
                    rule, file: file.path, line: token.line, column: token.column, language: .objectiveC,
                    found: token.text, arguments: arguments))
        }

        for message in messages {
            if let type = message.receiver.flatMap({ types[$0] }), let first = message.keywords.first,
                let rule = book.rule(.memberOf(type, Self.property(first)))
            {
                note(rule, message.place, message.arguments)
            } else if let rule = book.rule(message: message.keywords), libraries.contains(rule.library) {
                note(rule, message.place, message.arguments)
                // `[ADAuthenticationContext alloc]` in front of it is part of the same use.
                Self.typePlace(before: message.place, tokens, book).map { _ = taken.insert($0) }
            } else if message.keywords.count == 1, let rule = book.rule(.member(Self.property(message.keywords[0]))),
                libraries.contains(rule.library)
            {
                note(rule, message.place)
            }
        }
        for (place, token) in tokens.enumerated() {
            switch token.kind {
            case .imported:
                guard RuleBook.library(imported: token.text) == .adal, let rule = book.rule(.imported("ADAL")) else {
                    continue
                }
                note(rule, place)
            case .identifier:
                let isMember = place > 0 && (tokens[place - 1].isSign(".") || tokens[place - 1].isSign(">"))
                let type = isMember && place > 1 ? types[tokens[place - 2].text] : nil
                if let type, let rule = book.rule(.memberOf(type, token.text)) {
                    note(rule, place)
                } else if isMember, let rule = book.rule(.member(token.text)), libraries.contains(rule.library) {
                    note(rule, place)
                } else if let rule = book.rule(name: token.text) {
                    note(rule, place)
                }
            default: continue
            }
        }
        return findings
    }

    /// The libraries that a file imports, or uses names of.
    func libraries(_ tokens: [ObjectiveCToken]) -> Set<Rule.Library> {
        var found: Set<Rule.Library> = []
        for token in tokens {
            if token.kind == .imported { RuleBook.library(imported: token.text).map { _ = found.insert($0) } }
            if token.kind == .identifier { book.rule(name: token.text).map { _ = found.insert($0.library) } }
        }
        return found
    }

    /// The names in `TYPE *name` with types of the libraries: variables, properties and parameters.
    private static func types(_ tokens: [ObjectiveCToken]) -> [String: String] {
        var types: [String: String] = [:]
        for place in tokens.indices.dropFirst(2) where tokens[place].kind == .identifier {
            var star = place - 1
            while star > 0,
                ["nullable", "nonnull", "_Nullable", "_Nonnull", "__strong", "__weak", "const"]
                    .contains(tokens[star].text) || tokens[star].isSign(")")
            { star -= 1 }
            guard tokens[star].isSign("*"), star > 0 else { continue }
            let type = tokens[star - 1].text
            if type.hasPrefix("MSAL") || type.hasPrefix("AD") { types[tokens[place].text] = type }
        }
        // A property is also its instance variable.
        for (name, type) in types { types["_" + name] = type }
        return types
    }

    /// The property of a setter, or the name itself.
    private static func property(_ keyword: String) -> String {
        guard keyword.hasPrefix("set"), let first = keyword.dropFirst(3).first, first.isUppercase else {
            return keyword
        }
        return first.lowercased() + keyword.dropFirst(4)
    }

    /// The index of the library's type that receives a message: `TYPE` or `[TYPE alloc]` just before it.
    private static func typePlace(before place: Int, _ tokens: [ObjectiveCToken], _ book: RuleBook) -> Int? {
        let candidates = [place - 1, place - 3]
        return candidates.first { candidate in
            candidate >= 0 && tokens[candidate].kind == .identifier && book.rule(name: tokens[candidate].text) != nil
                && (candidate == place - 1 || tokens[place - 1].isSign("]") && tokens[place - 2].text == "alloc")
        }
    }
}
