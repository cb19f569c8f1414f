import SwiftSyntax

extension SwiftRewriter {
    func rewriteCall(_ node: FunctionCallExprSyntax) -> Bool {
        if isCreation(node) {
            rewriteCreation(node)
            return true
        }
        if let id = userID(node) {
            replace(node, "Optional(\(rewritten(id)))")
            return true
        }
        passError(node)
        rewriteReturned(node)
        if let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text {
            return rewriteInitializer(node, name)
        }
        guard let member = node.calledExpression.as(MemberAccessExprSyntax.self) else { return false }
        let name = member.declName.baseName.text
        let labels = node.arguments.map { $0.label?.text ?? "_" }
        if ["Notification.Name", "NSNotification.Name"].contains(member.trimmedDescription) {
            return rewriteNotification(node)
        }
        if name == "init", let type = member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text {
            return rewriteInitializer(node, type)
        }
        switch (name, labels.first) {
        case ("acquireToken", "withResource"), ("acquireTokenSilent", "withResource"),
            ("acquireTokenInteractive", "withResource"):
            return rewriteADALRequest(node, member)
        case ("acquireToken", "forScopes"), ("acquireTokenSilent", "forScopes"):
            return rewriteScopesRequest(node, member)
        case ("handleADALResponse", _):
            if let base = member.base { replace(base, "MSALPublicClientApplication") }
            replace(member.declName, "handleMSALResponse")
            node.arguments.forEach { walk($0) }
            return true
        case ("isResponse", "fromBroker"):
            let parts = node.arguments.map { rewritten($0.expression) }
            guard parts.count == 2 else { return false }
            replace(
                node, "MSALPublicClientApplication.handleMSALResponse(\(parts[1]), sourceApplication: \(parts[0]))")
            return true
        case ("handleBrokerResponse", _) where isStatement(node):
            // The question whether it is a broker's response has handled it.
            removeStatement(node)
            return true
        case ("handleMSALResponse", _) where labels == ["_"]:
            return addSourceApplication(node)
        case ("account", "forHomeAccountId"):
            replace(member.declName, "account")
            if let label = node.arguments.first?.label { replace(label, "forIdentifier") }
        case ("users", nil) where isApplication(member.base), ("accounts", nil) where isApplication(member.base):
            replace(member.declName, "allAccounts")
        case ("user", "forIdentifier") where isApplication(member.base):
            replace(member.declName, "account")
        default:
            return rewriteCacheCall(node, member, name, labels) || rewriteLogCall(node, member, name)
                || rewriteSettingsCall(node, member, name)
        }
        return false
    }

    private func isApplication(_ base: ExprSyntax?) -> Bool {
        base.flatMap(Self.root).flatMap(rootName).flatMap { facts.types[$0] } == "MSALPublicClientApplication"
    }

    /// A result that is passed on takes its error with it.
    private func passError(_ node: FunctionCallExprSyntax) {
        let callee = node.calledExpression
        let name = Self.root(of: callee).flatMap(rootName) ?? ""
        let member = callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
        guard facts.takers.contains(name) || facts.takers.contains(member) else { return }
        for argument in node.arguments {
            let value = argument.expression.as(ForceUnwrapExprSyntax.self)?.expression ?? argument.expression
            guard let text = value.as(DeclReferenceExprSyntax.self)?.baseName.text, let result = adalResult(text),
                !result.error.isEmpty
            else { continue }
            let label = argument.label == nil ? "" : "error: "
            replace(argument.expression, "\(result.result), \(label)\(result.error)")
        }
    }

    /// The members of what a function of the app returns.
    private func rewriteReturned(_ node: FunctionCallExprSyntax) {
        guard let name = Self.root(of: node.calledExpression).flatMap(rootName), let type = facts.returned[name],
            TypeNames.users.contains(type) || TypeNames.items.contains(type)
        else { return }
        let call = name + "()"
        facts.types[call] = type
        rewriteChain(PostfixChain(from: ExprSyntax(node)), root: call)
    }

    private func rewriteInitializer(_ node: FunctionCallExprSyntax, _ name: String) -> Bool {
        let labels = node.arguments.map { $0.label?.text ?? "_" }
        switch name {
        case "MSALPublicClientApplication": return rewriteApplication(node, labels)
        case "MSALWebviewParameters" where labels.first == "parentViewController":
            if let label = node.arguments.first?.label { replace(label, "authPresentationViewController") }
            return false
        default: return false
        }
    }

    /// Where the function has the options of the URL, they name the sender.
    private func addSourceApplication(_ node: FunctionCallExprSyntax) -> Bool {
        guard let last = node.arguments.last else { return false }
        var parent = node.parent
        while let found = parent, !found.is(FunctionDeclSyntax.self) { parent = found.parent }
        let names =
            parent?.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
            .map { ($0.secondName ?? $0.firstName).text } ?? []
        let source =
            names.contains("options")
            ? "options[.sourceApplication] as? String"
            : names.contains("sourceApplication") ? "sourceApplication" : "nil"
        walk(last)
        replace(node.calledExpression, node.calledExpression.trimmedDescription)
        let end = range(of: last).upperBound
        replace(end..<end, ", sourceApplication: \(source)")
        return true
    }

    private func rewriteNotification(_ node: FunctionCallExprSyntax) -> Bool {
        guard let only = node.arguments.first?.expression, let new = NameMap.notification(only.trimmedDescription)
        else {
            return false
        }
        replace(node, new)
        return true
    }
}
