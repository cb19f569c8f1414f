import SwiftSyntax

extension SwiftRewriter {
    /// Records what a name stands for that a file binds to a part of a result.
    func learn(_ pattern: PatternSyntax, from initializer: InitializerClauseSyntax?) {
        guard let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.text, let value = initializer?.value
        else {
            return
        }
        if value.trimmedDescription.contains(".allItems(") { facts.types[name] = "[ADTokenCacheItem]" }
        learnUser(name, value)
        guard let root = Self.root(of: value) else { return }
        let names = PostfixChain(from: root).names
        let rootKind = rootName(root).flatMap { self.kind(of: $0) }
        if case .adalResult? = rootKind, names == ["error"] {
            facts.types[name] = "ADAuthenticationError"
        } else if names.last == "userInformation" {
            facts.types[name] = "ADUserInformation"
        } else if case .adalResult? = rootKind, names == ["tokenCacheItem"] {
            // The item's members are the result's.
            facts.types[name] = "ADAuthenticationResult"
            if initializer?.parent?.is(OptionalBindingConditionSyntax.self) != true { facts.optional[name] = true }
        } else if names.last == "tokenCacheItem" {
            facts.types[name] = "ADTokenCacheItem"
        } else if case .msalResult? = rootKind, names.last == "user" {
            facts.types[name] = "MSALUser"
        }
    }

    /// A user of MSAL 0.1 that the application finds.
    private func learnUser(_ name: String, _ value: ExprSyntax) {
        if let called = value.as(TryExprSyntax.self)?.expression.as(FunctionCallExprSyntax.self)?
            .calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
            called == "user", facts.imports.contains("MSAL")
        {
            facts.types[name] = "MSALUser"
        }
    }

    func learnItems(of node: ForStmtSyntax) {
        let sequence = node.sequence.trimmedDescription
        let root = sequence.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let isUsers = sequence.contains(".users()")
        guard sequence.contains(".allItems(") || facts.types[String(root)] == "[ADTokenCacheItem]" || isUsers else {
            return
        }
        let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        let second = node.pattern.as(TuplePatternSyntax.self)?.elements.last?.pattern
            .as(IdentifierPatternSyntax.self)?.identifier.text
        if let name = name ?? second { facts.types[name] = isUsers ? "MSALUser" : "ADTokenCacheItem" }
    }

    /// The innermost expression of a chain of members, marks and calls.
    static func root(of expression: ExprSyntax) -> ExprSyntax? {
        var node = expression
        while true {
            if let member = node.as(MemberAccessExprSyntax.self), let base = member.base {
                if base.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self) { return node }
                node = base
            } else if let forced = node.as(ForceUnwrapExprSyntax.self) {
                node = forced.expression
            } else if let chained = node.as(OptionalChainingExprSyntax.self) {
                node = chained.expression
            } else if let attempt = node.as(TryExprSyntax.self) {
                node = attempt.expression
            } else {
                return node.is(DeclReferenceExprSyntax.self) ? node : nil
            }
        }
    }

    /// The name of a root: `a` of `a` and of `self.a`.
    func rootName(_ root: ExprSyntax) -> String? {
        root.as(DeclReferenceExprSyntax.self)?.baseName.text
            ?? root.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }
}
