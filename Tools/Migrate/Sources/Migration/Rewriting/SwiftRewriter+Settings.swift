import SwiftSyntax

extension SwiftRewriter {
    // MARK: The cache

    /// Whether an expression is ADAL's cache.
    private func isCache(_ base: ExprSyntax?) -> Bool {
        guard let base else { return false }
        if let name = Self.root(of: base).flatMap(rootName) {
            if let type = facts.types[name], TypeNames.caches.contains(type) { return true }
        }
        return TypeNames.caches.contains { base.trimmedDescription.hasPrefix($0) }
    }

    /// Removes a local variable that is ADAL's cache.
    func removesCache(_ node: VariableDeclSyntax) -> Bool {
        guard node.parent?.is(CodeBlockItemSyntax.self) == true, node.bindings.count == 1,
            let value = node.bindings.first?.initializer?.value, isCache(value),
            !value.trimmedDescription.contains("allItems")
        else { return false }
        guard application(at: node) != nil else { return false }
        removeStatement(node)
        return true
    }

    /// The application, through the file's own context.
    private func application(at node: some SyntaxProtocol) -> String? {
        var parent = node.parent
        while let found = parent, !found.is(FunctionDeclSyntax.self) { parent = found.parent }
        let isStatic =
            parent?.as(FunctionDeclSyntax.self)?.modifiers
            .contains { ["static", "class"].contains($0.name.text) } == true
        let visible = facts.contexts.filter { !isStatic || facts.statics.contains($0) }
        guard let name = visible.first(where: { !facts.statics.contains($0) }) ?? visible.first else { return nil }
        let owner = facts.statics.contains(name) ? "Self" : "self"
        return "\(owner).\(name)" + (facts.present.contains(name) ? "" : "?")
    }

    func rewriteCacheCall(
        _ node: FunctionCallExprSyntax, _ member: MemberAccessExprSyntax, _ name: String, _ labels: [String]
    ) -> Bool {
        let calls = ["allItems", "removeAll", "remove", "removeItem", "wipeAllItems"]
        guard calls.contains(name), isCache(member.base), let application = application(at: node) else {
            return false
        }
        let isAlone =
            isStatement(node)
            || node.parent?.is(ExprListSyntax.self) == true
                && node.parent?.trimmedDescription.hasPrefix("_ =") == true
        func argument(_ label: String) -> String {
            node.arguments.first { $0.label?.text == label }.map { rewritten($0.expression) } ?? "nil"
        }
        func whole(_ text: String) {
            if let list = node.parent?.as(ExprListSyntax.self), isAlone, let sequence = list.parent {
                replace(sequence, text)
            } else {
                replace(node, text)
            }
        }
        switch name {
        case "allItems":
            let text = "try? \(application).allAccounts()"
            replace(node, node.parent?.is(InitializerClauseSyntax.self) == true ? text : "(\(text))")
        case "removeAll" where labels.first == "forUserId" && isAlone:
            helper.add(.removal)
            whole("\(application).removeAccount(ofUser: \(argument("forUserId")))")
        case "removeAll" where labels.first == "forClientId" && isAlone:
            helper.add(.removals)
            whole("\(application).removeAccounts()")
        case "wipeAllItems" where isAlone:
            helper.add(.wiping)
            whole("\(application).wipeAccount(ofUser: \(argument("forUserId")))")
        case "remove", "removeItem":
            guard isAlone, let first = node.arguments.first else { return false }
            whole("try? \(application).remove(\(rewritten(first.expression)))")
        default: return false
        }
        return true
    }

    // MARK: The log

    func rewriteLogCall(_ node: FunctionCallExprSyntax, _ member: MemberAccessExprSyntax, _ name: String) -> Bool {
        let base = member.base?.trimmedDescription ?? ""
        let isMSAL = base == "MSALLogger.shared()"
        guard ["ADLogger", "ADALLogger"].contains(base) || isMSAL else { return false }
        let first = node.arguments.first?.expression
        switch name {
        case "setLevel":
            guard let text = first?.trimmedDescription else { return false }
            let level = NameMap.levels[text].map { ".\($0)" }
            guard let level, isStatement(node) else { return false }
            replace(node, "MSALGlobalConfig.loggerConfig.logLevel = \(level)")
        case "setLoggerCallback", "setCallback":
            replace(range(of: member), "MSALGlobalConfig.loggerConfig.setLogCallback")
            if let closure = node.trailingClosure ?? first?.as(ClosureExprSyntax.self) {
                if !isMSAL { unwrapMessage(closure) }
                walk(closure)
            } else {
                node.arguments.forEach { walk($0) }
            }
        case "setPiiEnabled":
            guard let text = first?.trimmedDescription, isStatement(node) else { return false }
            maskLog(node, text)
        case "setNSLogging":
            guard isStatement(node) else { return false }
            removeStatement(node)
        default: return false
        }
        return true
    }

    /// MSAL's message may be nil; ADAL's was not.
    private func unwrapMessage(_ closure: ClosureExprSyntax) {
        guard case .simpleInput(let list) = closure.signature?.parameterClause, list.count == 3 else { return }
        let message = Array(list)[1].name.text
        guard message != "_", !closure.statements.isEmpty, !closure.description.contains("\(message) ??"),
            let first = closure.statements.first
        else { return }
        let start = range(of: first).lowerBound
        replace(start..<start, "let \(message) = \(message) ?? \"\"\n\(indentation(of: first))")
    }

    // MARK: ADAL's settings

    func rewriteSettingsCall(
        _ node: FunctionCallExprSyntax, _ member: MemberAccessExprSyntax, _ name: String
    ) -> Bool {
        let base = member.base?.trimmedDescription ?? ""
        if ["ADWebAuthController", "ADALWebAuthController"].contains(base), name == "cancelCurrentWebAuthSession",
            let type = member.base
        {
            replace(type, "MSALPublicClientApplication")
            return true
        }
        let setters = ["setDefaultKeychainGroup", "setSharedCacheKeychainGroup", "setDefaultKeychainSharingGroup"]
        guard setters.contains(name), isStatement(node), let group = node.arguments.first?.expression else {
            return false
        }
        // The group goes to the creation of the application, in this file or, if it is a literal, in any.
        guard facts.keychainGroup == group.trimmedDescription else { return false }
        removeStatement(node)
        return true
    }
}
