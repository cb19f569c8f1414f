import SwiftSyntax

extension SwiftRewriter {
    /// A request of ADAL.
    func rewriteADALRequest(_ node: FunctionCallExprSyntax, _ member: MemberAccessExprSyntax) -> Bool {
        var values: [String: ExprSyntax] = [:]
        for argument in node.arguments { values[argument.label?.text ?? "_"] = argument.expression }
        let known: Set<String> = [
            "withResource", "clientId", "redirectUri", "userId", "userIdentifier", "promptBehavior",
            "extraQueryParameters", "claims", "forceRefresh", "completionBlock",
        ]
        let name = member.declName.baseName.text
        let prompt = values["promptBehavior"]?.trimmedDescription
        guard let resource = values["withResource"], Set(values.keys).isSubset(of: known),
            let completion = node.trailingClosure.map(ExprSyntax.init) ?? values["completionBlock"],
            let user = user(values["userId"] ?? values["userIdentifier"]),
            prompt == nil || prompt == "AD_PROMPT_AUTO" || NameMap.pages[prompt ?? ""] != nil
        else {
            leave(member.declName, "this form of the call has no counterpart that the tool can write.")
            return false
        }
        let page = prompt.flatMap { NameMap.pages[$0] }
        let function =
            name == "acquireTokenSilent"
            ? name
            : page != nil || name == "acquireTokenInteractive" ? "acquireTokenInteractive" : "acquireToken"
        helper.add(
            function == "acquireTokenSilent" ? .silent : function == "acquireToken" ? .automatic : .interactive)
        var parts = ["scopes: [\(scope(rewritten(resource)))]"]
        if user != "nil" { parts.append("userId: \(user)") }
        if let page, page != "promptIfNecessary" { parts.append("promptType: .\(page)") }
        let labels = [("forceRefresh", "forceRefresh"), ("extraQueryParameters", "query"), ("claims", "claims")]
        for (old, new) in labels {
            if let value = values[old], !value.is(NilLiteralExprSyntax.self) {
                parts.append("\(new): \(rewritten(value))")
            }
        }
        if function != "acquireTokenSilent", facts.hasOwnController, !isWeak(member.base) { parts.append("from: self") }
        if let closure = completion.as(ClosureExprSyntax.self) { callbacks.insert(closure.id) }
        finish(node, member, function, parts, completion)
        return true
    }

    private func isWeak(_ base: ExprSyntax?) -> Bool { base?.trimmedDescription.hasPrefix("self?") == true }

    /// Writes a call, and lets its closure be rewritten.
    func finish(
        _ node: FunctionCallExprSyntax, _ member: MemberAccessExprSyntax, _ function: String, _ parts: [String],
        _ completion: ExprSyntax
    ) {
        let space = indentation(of: node)
        let isTrailing = node.trailingClosure != nil
        let all = isTrailing ? parts : parts + ["completion: "]
        let line = "\(function)(\(all.joined(separator: ", "))"
        let text =
            line.utf8.count + space.utf8.count < 90
            ? line : "\(function)(\n\(space)    \(all.joined(separator: ",\n\(space)    "))"
        let start = range(of: member.declName).lowerBound
        if isTrailing {
            let end = node.rightParen.map { range(of: $0).upperBound } ?? range(of: node.calledExpression).upperBound
            replace(start..<end, text + ")")
        } else {
            replace(start..<range(of: completion).lowerBound, text)
        }
        if let base = member.base { walk(base) }
        walk(completion)
    }

    /// The user of a call, or nil if the tool cannot tell; `nil` is text.
    private func user(_ value: ExprSyntax?) -> String? {
        guard let value else { return "nil" }
        guard value.trimmedDescription.contains("UserIdentifier") else { return rewritten(value) }
        let inner = value.as(ForceUnwrapExprSyntax.self)?.expression ?? value
        return inner.as(FunctionCallExprSyntax.self).flatMap(userID).map { rewritten($0) }
    }

    /// The id in ADAL's identifier of a user: what matters of its kind is the name at the page.
    func userID(_ call: FunctionCallExprSyntax) -> ExprSyntax? {
        guard let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            TypeNames.identifiers.contains(name), let first = call.arguments.first, first.label?.text == "id"
        else { return nil }
        return first.expression
    }

    /// The scope for all of a resource's permissions. A resource's trailing slash remains.
    private func scope(_ resource: String) -> String {
        resource.hasPrefix("\"") && resource.hasSuffix("\"") && resource.count > 1
            ? "\(resource.dropLast())/.default\"" : "\(resource) + \"/.default\""
    }
}
