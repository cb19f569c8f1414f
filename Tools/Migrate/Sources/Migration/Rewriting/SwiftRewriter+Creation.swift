import SwiftSyntax

extension SwiftRewriter {
    /// The creation of a context that an expression is, and the variable for its error.
    func creation(_ expression: ExprSyntax) -> (call: FunctionCallExprSyntax, errorPointer: String?)? {
        let inner = expression.as(ForceUnwrapExprSyntax.self)?.expression ?? expression
        guard let call = inner.as(FunctionCallExprSyntax.self), isCreation(call) else { return nil }
        let error = call.arguments.first { $0.label?.text == "error" }?.expression.trimmedDescription
        return (call, error?.hasPrefix("&") == true ? error.map { String($0.dropFirst()) } : nil)
    }

    func isCreation(_ call: FunctionCallExprSyntax) -> Bool {
        let labels = Set(call.arguments.compactMap { $0.label?.text })
        let known: Set<String> = ["authority", "validateAuthority", "sharedGroup", "error"]
        guard labels.contains("authority"), labels.isSubset(of: known) else { return false }
        let callee = call.calledExpression
        if let name = callee.as(DeclReferenceExprSyntax.self)?.baseName.text {
            return TypeNames.contexts.contains(name)
        }
        guard let member = callee.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init",
            let type = member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
        else { return false }
        return TypeNames.contexts.contains(type)
    }

    /// A context in any place: an error makes it nil, as before.
    func rewriteCreation(_ call: FunctionCallExprSyntax) {
        let text = creationText(call).replacing("try ", with: "try? ", maxReplacements: 1)
        var isPlain =
            call.parent?.is(InitializerClauseSyntax.self) == true
            || call.parent?.is(LabeledExprSyntax.self) == true || call.parent?.is(ReturnStmtSyntax.self) == true
        if let list = call.parent?.as(ExprListSyntax.self), list.count == 3, list.last?.id == call.id {
            isPlain = Array(list)[1].is(AssignmentExprSyntax.self)
        }
        if creation(ExprSyntax(call))?.errorPointer != nil {
            leave(call, "the error is not stored: use do and catch where the app reads it.", compiles: true)
        }
        let needsValue =
            call.parent?.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type
            .is(IdentifierTypeSyntax.self) == true
        replace(call, needsValue ? "(\(text))!" : isPlain ? text : "(\(text))")
    }

    /// A local variable whose creation reports an error.
    func rewriteVariable(_ node: VariableDeclSyntax) -> Bool {
        if removesCache(node) { return true }
        guard node.bindings.count == 1, let binding = node.bindings.first, let value = binding.initializer?.value,
            let creation = creation(value), let pointer = creation.errorPointer,
            node.parent?.is(CodeBlockItemSyntax.self) == true,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        else { return false }
        let space = indentation(of: node)
        let keyword = node.bindingSpecifier.text
        // Older headers let a context be used without unwrapping it.
        let type = binding.typeAnnotation?.type
        let mark = type == nil || type?.is(OptionalTypeSyntax.self) == true ? "?" : "!"
        replace(
            node,
            "\(keyword) \(name): MSALPublicClientApplication\(mark)\n\(space)"
                + attempt(
                    "\(name) = \(creationText(creation.call, inside: "    "))", pointer, space,
                    otherwise: "\(name) = nil"))
        return true
    }

    func attempt(_ statement: String, _ pointer: String, _ space: String, otherwise: String?) -> String {
        let name = pointer == "failure" ? "problem" : "failure"
        let before = otherwise.map { "\(space)    \($0)\n" } ?? ""
        return """
            do {
            \(space)    \(statement)
            \(space)} catch let \(name) {
            \(before)\(space)    \(pointer) = \(name) as NSError
            \(space)}
            """
    }

    func creationText(_ call: FunctionCallExprSyntax, inside: String = "") -> String {
        helper.add(.creation)
        var values: [String: String] = [:]
        for argument in call.arguments {
            if let label = argument.label?.text { values[label] = rewritten(argument.expression) }
        }
        var parts = ["authorityURL: \(values["authority"] ?? "")"]
        if values["authority"]?.contains("/adfs\"") == true {
            leave(
                call, "MSAL has no AD FS authorities, so this is nil; Keyfob's own Authority.adfs works.",
                compiles: true)
        }
        if let validate = values["validateAuthority"], validate != "true" {
            parts.append("validatesAuthority: \(validate)")
        }
        let client = client(for: call)
        parts.append("client: \(client?.clientID ?? "<#clientId#>")")
        parts.append("redirectURL: \(client?.redirectURI ?? "<#redirectUri#>")")
        if client == nil {
            leave(
                call,
                "MSAL takes the client id and the redirect URI here; the app's calls name several, or none that is visible."
            )
        }
        if let group = values["sharedGroup"] ?? keychainGroup, group != "nil" {
            parts.append("sharedGroup: \(group)")
        }
        let line = "try MSALPublicClientApplication(\(parts.joined(separator: ", ")))"
        guard line.utf8.count > 90 else { return line }
        let space = indentation(of: call) + "    " + inside
        return "try MSALPublicClientApplication(\n\(space)\(parts.joined(separator: ",\n\(space)")))"
    }

    private var keychainGroup: String? {
        if let own = facts.keychainGroup { return own }
        return facts.otherKeychainGroup?.hasPrefix("\"") == true ? facts.otherKeychainGroup : nil
    }

    /// The client id and redirect URI of the app's calls, if they are the same everywhere and visible at a place.
    private func client(for node: some SyntaxProtocol) -> (clientID: String, redirectURI: String)? {
        let own = !facts.clients.isEmpty
        let clients = own ? facts.clients : facts.otherClients
        let isInitial = isInitialValue(node)
        let literals = clients.first?.literals ?? [:]
        guard let id = common(clients.map { ($0.clientID, $0.literals) }),
            let uri = common(clients.map { ($0.redirectURI, $0.literals) }),
            let visibleID = visible(id, own, isInitial, literals),
            let visibleURI = visible(uri, own, isInitial, literals)
        else { return nil }
        return (visibleID, visibleURI.contains("\"urn:") ? "nil" : visibleURI)
    }

    /// The text that stands for the same value in every call: their common text, or the literal behind different ones.
    private func common(_ values: [(text: String, literals: [String: String])]) -> String? {
        let texts = Set(values.map { plain($0.text) })
        if texts.count == 1 { return texts.first }
        let meanings = Set(values.map { $0.literals[plain($0.text)].map(plain) ?? plain($0.text) })
        return meanings.count == 1 ? meanings.first : nil
    }

    /// A value without what does not change it.
    private func plain(_ text: String) -> String {
        var text = withoutSelf(text)
        for ending in [" as URL", " as URL!", "!"] where text.hasSuffix(ending) { text.removeLast(ending.count) }
        return text
    }

    private func withoutSelf(_ text: String) -> String { text.hasPrefix("self.") ? String(text.dropFirst(5)) : text }

    /// A value's text where it is visible, or the literal that it stands for.
    private func visible(_ text: String, _ isOwn: Bool, _ isInitial: Bool, _ literals: [String: String]) -> String? {
        if text == "nil" || text.hasPrefix("\"") || text.hasPrefix("URL(string: \"") { return text }
        for start in ["URL(string: ", "URL.init(string: "] where text.hasPrefix(start) {
            guard let end = text.lastIndex(of: ")") else { return nil }
            let inner = String(text[..<end].dropFirst(start.count))
            return visible(inner, isOwn, isInitial, literals).map { "URL(string: \($0))" }
        }
        guard let first = text.first else { return nil }
        if first.isUppercase { return text }
        let root = String(text.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        if isOwn, !isInitial, facts.members.contains(root) { return text }
        return root == text ? literals[root] : nil
    }

    /// Whether a place is the initial value of a member, in which other members are not visible.
    private func isInitialValue(_ node: some SyntaxProtocol) -> Bool {
        var parent = node.parent
        while let found = parent {
            if found.is(FunctionDeclSyntax.self) || found.is(AccessorBlockSyntax.self)
                || found.is(InitializerDeclSyntax.self)
            {
                return false
            }
            if let variable = found.as(VariableDeclSyntax.self), found.parent?.is(MemberBlockItemSyntax.self) == true {
                return !variable.modifiers.contains { $0.name.text == "lazy" }
            }
            parent = found.parent
        }
        return false
    }
}
