import SwiftSyntax

extension SwiftRewriter {
    /// A request of MSAL before it had objects for parameters.
    func rewriteScopesRequest(_ node: FunctionCallExprSyntax, _ member: MemberAccessExprSyntax) -> Bool {
        var values: [String: ExprSyntax] = [:]
        for argument in node.arguments { values[argument.label?.text ?? "_"] = argument.expression }
        values = values.filter { !$0.value.is(NilLiteralExprSyntax.self) }
        let name = member.declName.baseName.text
        guard let completion = node.trailingClosure.map(ExprSyntax.init) ?? values["completionBlock"] else {
            return false
        }
        let order = [
            ("forScopes", "scopes"), ("account", "account"), ("user", "account"), ("loginHint", "loginHint"),
            ("promptType", "promptType"), ("uiBehavior", "promptType"),
            ("extraScopesToConsent", "extraScopesToConsent"), ("extraQueryParameters", "extraQueryParameters"),
            ("authority", "authority"), ("forceRefresh", "forceRefresh"), ("correlationId", "correlationId"),
        ]
        let known = Set(order.map(\.0) + ["completionBlock"])
        guard Set(values.keys).isSubset(of: known) else { return false }
        var parts: [String] = []
        for (old, new) in order {
            guard let value = values[old] else { continue }
            switch new {
            case "promptType": parts.append("promptType: \(old == "promptType" ? rewritten(value) : prompt(value))")
            case "authority": parts.append("authority: \(authority(value, "try? "))")
            default: parts.append("\(new): \(rewritten(value))")
            }
        }
        helper.add(name == "acquireTokenSilent" ? .silentScopes : .scopes)
        finish(node, member, name, parts, completion)
        return true
    }

    private func prompt(_ value: ExprSyntax) -> String {
        let text = value.trimmedDescription
        guard let name = text.split(separator: ".").last, text.contains("."), let new = NameMap.prompts[String(name)]
        else {
            return rewritten(value)
        }
        return ".\(new)"
    }

    /// An authority's object: before MSAL 0.3 authorities were texts.
    private func authority(_ value: ExprSyntax, _ attempt: String) -> String {
        let text = rewritten(value)
        let name = Self.root(of: value).flatMap(rootName) ?? ""
        guard value.is(StringLiteralExprSyntax.self) || facts.types[name] == "String" else { return text }
        return "\(attempt)MSALAuthority(url: URL(string: \(text))!)"
    }

    func rewriteApplication(_ node: FunctionCallExprSyntax, _ labels: [String]) -> Bool {
        guard labels.first == "clientId", labels.count > 1,
            Set(labels).isSubset(of: ["clientId", "authority", "redirectUri", "keychainGroup"])
        else { return false }
        var values: [String: ExprSyntax] = [:]
        for argument in node.arguments { values[argument.label?.text ?? "_"] = argument.expression }
        let issuer = values["authority"].map { authority($0, "") } ?? "nil"
        let parts = [
            "clientId: \(values["clientId"].map { rewritten($0) } ?? "")",
            "redirectUri: \(values["redirectUri"].map { rewritten($0) } ?? "nil")", "authority: \(issuer)",
        ]
        let space = indentation(of: node)
        if let group = values["keychainGroup"] {
            helper.add(.grouped)
            replace(
                node,
                """
                MSALPublicClientApplication(
                \(space)    \(parts.joined(separator: ", ").replacing("clientId:", with: "client:")
                    .replacing("redirectUri:", with: "redirect:").replacing("authority:", with: "issuer:")),
                \(space)    sharedGroup: \(rewritten(group)))
                """)
            return true
        }
        replace(
            range(of: node),
            """
            MSALPublicClientApplication(
            \(space)    configuration: MSALPublicClientApplicationConfig(
            \(space)        \(parts.joined(separator: ", "))))
            """)
        return true
    }
}
