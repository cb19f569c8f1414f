import SwiftSyntax

extension SwiftRewriter {
    /// The result of ADAL that a name stands for.
    func adalResult(_ name: String) -> ADALResult? {
        results.last { $0.result == name || $0.aliases.contains(name) }
    }

    // MARK: Closures and functions that take a result

    func beginClosure(_ node: ClosureExprSyntax) {
        let clause = node.signature?.parameterClause
        let typed: ClosureParameterSyntax? =
            if case .parameterClause(let list) = clause, list.parameters.count == 1, let only = list.parameters.first,
                let type = only.type, let name = TypeNames.name(of: type), TypeNames.results.contains(name)
            { only } else { nil }
        learnItem(of: node)
        guard callbacks.contains(node.id) || typed != nil else { return }
        callbacks.insert(node.id)
        switch clause {
        case .simpleInput(let list):
            let name = list.first?.name.text ?? "_"
            if let first = list.first { replace(first.name, name == "_" ? "_, _" : "\(name), error") }
            results.append(ADALResult(result: name, error: "error"))
        case .parameterClause(let list):
            let name = list.parameters.first.map { ($0.secondName ?? $0.firstName).text } ?? "_"
            let error = name == "_" ? "_" : "error"
            replace(list, typed == nil ? "(\(name), \(error))" : "(\(name): MSALResult?, \(error): Error?)")
            results.append(ADALResult(result: name, error: "error"))
        case nil:
            results.append(ADALResult(result: "$0", error: "$1"))
        }
    }

    func endClosure(_ node: ClosureExprSyntax) {
        if callbacks.contains(node.id) { results.removeLast() }
        if facts.types["$0"] == "ADTokenCacheItem" { facts.types["$0"] = nil }
    }

    func beginFunction(_ node: FunctionDeclSyntax) {
        guard
            let parameter = node.signature.parameterClause.parameters.first(where: {
                TypeNames.name(of: $0.type).map(TypeNames.results.contains) == true
            })
        else { return }
        let isUnlabelled = parameter.firstName.text == "_"
        replace(parameter.type, "MSALResult?, \(isUnlabelled ? "_ error" : "error"): Error?")
        results.append(ADALResult(result: (parameter.secondName ?? parameter.firstName).text, error: "error"))
    }

    func endFunction(_ node: FunctionDeclSyntax) {
        let takesResult = node.signature.parameterClause.parameters.contains {
            TypeNames.name(of: $0.type).map(TypeNames.results.contains) == true
        }
        if takesResult { results.removeLast() }
    }

    // MARK: Unwrapping a result: ADAL's is always there, MSAL's only without an error

    func rewriteGuard(_ node: GuardStmtSyntax) -> Bool {
        for condition in node.conditions {
            guard let binding = condition.condition.as(OptionalBindingConditionSyntax.self), unwraps(binding) else {
                continue
            }
            guard node.conditions.count > 1 else {
                removeStatement(node)
                return true
            }
            remove(condition, from: node.conditions)
        }
        return false
    }

    func rewriteIf(_ node: IfExprSyntax) -> Bool {
        for condition in node.conditions {
            guard let binding = condition.condition.as(OptionalBindingConditionSyntax.self), unwraps(binding) else {
                continue
            }
            guard node.conditions.count == 1 else {
                remove(condition, from: node.conditions)
                continue
            }
            let start = range(of: node.ifKeyword).lowerBound
            replace(start..<range(of: node.body).lowerBound, "do ")
            walk(node.body)
            if node.elseBody != nil {
                replace(range(of: node.body).upperBound..<range(of: node).upperBound, "")
            }
            return true
        }
        return false
    }

    /// Whether a condition unwraps ADAL's result as a whole; its name is then another one for the result.
    private func unwraps(_ binding: OptionalBindingConditionSyntax) -> Bool {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return false }
        let source = binding.initializer?.value.as(DeclReferenceExprSyntax.self)?.baseName.text
        if binding.initializer != nil, source == nil { return false }
        guard
            let place = results.lastIndex(where: { $0.result == source ?? name || $0.aliases.contains(source ?? name) })
        else { return false }
        results[place].aliases.insert(name)
        return true
    }

    private func remove(_ condition: ConditionElementSyntax, from list: ConditionElementListSyntax) {
        let all = Array(list)
        guard let place = all.firstIndex(where: { $0.id == condition.id }) else { return }
        if place + 1 < all.count {
            replace(range(of: condition).lowerBound..<range(of: all[place + 1]).lowerBound, "")
        } else if place > 0 {
            let end = range(of: all[place - 1].condition).upperBound
            replace(end..<range(of: condition).upperBound, "")
        }
    }
}
