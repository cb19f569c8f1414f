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
            facts.optional[name] = initializer?.parent?.is(OptionalBindingConditionSyntax.self) != true
        } else if names.last == "tokenCacheItem" {
            facts.types[name] = "ADTokenCacheItem"
        } else if case .msalResult? = rootKind, names.last == "user" {
            facts.types[name] = "MSALUser"
        }
    }

    /// An item of the cache that a closure takes, as in `items.compactMap { $0.userInformation }`.
    func learnItem(of node: ClosureExprSyntax) {
        var parent = node.parent
        while let found = parent, !found.is(FunctionCallExprSyntax.self), !found.is(CodeBlockItemSyntax.self) {
            parent = found.parent
        }
        guard let base = parent?.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)?.base
        else { return }
        let name = Self.root(of: base).flatMap(rootName) ?? ""
        guard facts.types[name] == "[ADTokenCacheItem]" || base.trimmedDescription.contains(".allItems(") else {
            return
        }
        let parameter: String? =
            switch node.signature?.parameterClause {
            case .simpleInput(let list): list.first?.name.text
            case .parameterClause(let list): list.parameters.first.map { ($0.secondName ?? $0.firstName).text }
            case nil: "$0"
            }
        if let parameter { facts.types[parameter] = "ADTokenCacheItem" }
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
