import SwiftSyntax

extension SwiftRewriter {
    /// What a name stands for.
    enum Kind {
        case adalResult(ADALResult)
        case adalUser
        case adalItem
        case adalError
        case msalResult
        case msalUser
        case adalIdentifier
        case adalContext

        var isMSAL: Bool {
            switch self {
            case .msalResult, .msalUser: true
            default: false
            }
        }

        var map: MemberMap? {
            switch self {
            case .adalResult: .adalResult
            case .adalUser: .adalUser
            case .adalItem: .adalItem
            case .msalResult: .msalResult
            case .msalUser: .msalUser
            case .adalIdentifier: .adalIdentifier
            case .adalContext: .adalContext
            case .adalError: nil
            }
        }
    }

    func kind(of name: String) -> Kind? {
        if let result = adalResult(name) { return .adalResult(result) }
        guard let type = facts.types[name] else { return nil }
        if TypeNames.results.contains(type) { return .adalResult(ADALResult(result: name, error: "")) }
        if TypeNames.users.contains(type) { return .adalUser }
        if TypeNames.items.contains(type) { return .adalItem }
        if TypeNames.errors.contains(type) { return .adalError }
        if TypeNames.contexts.contains(type) { return .adalContext }
        if TypeNames.identifiers.contains(type) { return .adalIdentifier }
        if type == "[ADTokenCacheItem]" { return .adalItem }
        if type == "MSALResult" { return .msalResult }
        return type == "MSALUser" || type == "MSALAccount" ? .msalUser : nil
    }

    func rewriteMember(_ node: MemberAccessExprSyntax) -> Bool {
        let name = node.declName.baseName.text
        if let base = node.base?.as(DeclReferenceExprSyntax.self) {
            if base.baseName.tokenKind == .keyword(.self), kind(of: name) != nil {
                rewriteChain(PostfixChain(from: ExprSyntax(node)), root: name)
                return false
            }
            if ["ADErrorCode", "ADALErrorCode"].contains(base.baseName.text), let error = NameMap.error(name) {
                return rewriteErrorCode(node, error)
            }
            if base.baseName.text == "MSALUIBehavior", let prompt = NameMap.prompts[name] {
                replace(node, "MSALPromptType.\(prompt)")
                return true
            }
        }
        if node.base == nil, facts.imports.contains("MSAL"), name != "default", name != "promptIfNecessary",
            name != "selectAccount", let prompt = NameMap.prompts[name]
        {
            replace(node.declName, prompt)
        }
        if name == "shared", node.base?.trimmedDescription == "MSALLogger" { return false }
        return false
    }

    /// A name that is an expression: the beginning of a chain, or a constant.
    func rewriteReference(_ node: ExprSyntax) {
        guard let name = node.as(DeclReferenceExprSyntax.self)?.baseName.text else { return }
        if let error = NameMap.error(name), name.hasPrefix("AD_") {
            _ = rewriteErrorCode(node, error)
        } else if kind(of: name) != nil {
            rewriteChain(PostfixChain(from: node), root: name)
        }
    }

    private func rewriteErrorCode(_ node: some SyntaxProtocol, _ name: String) -> Bool {
        guard let new = NameMap.errors[name] else { return false }
        replace(node, "MSALError.\(new)")
        return true
    }

    /// Replaces the members at the beginning of a chain.
    func rewriteChain(_ chain: PostfixChain, root: String) {
        guard let kind = kind(of: root) else { return }
        var chain = chain
        if facts.types[root] == "[ADTokenCacheItem]" {
            guard ["first", "last"].contains(chain.names.first) else { return }
            chain.dropFirst()
        }
        if case .adalResult(let result) = kind {
            if result.result != root, result.aliases.contains(root) {
                replace(chain.start..<range(of: chain.rootNode).upperBound, result.result + chain.rootMark)
            }
            if chain.names.first == "error" { return rewriteError(chain, result) }
            if let name = chain.names.first(where: { Self.lost.contains($0) }), !isEdited(chain.start) {
                let more = name == "status" ? "; the error says what the status said" : ""
                return leave(chain.rootNode, "MSAL's results have no \(name)\(more).")
            }
            if chain.names.first == "multiResourceRefreshToken" {
                return replace(chain.start..<range(of: chain.links[0].node).upperBound, "true")
            }
            if chain.names.first == "extendedLifeTimeToken" {
                return replace(
                    chain.start..<range(of: chain.links[0].node).upperBound,
                    "(\(result.result)?.extendedLifeTimeToken == true)")
            }
        }
        if case .adalResult = kind, chain.names == ["tokenCacheItem"],
            chain.node.parent?.is(InitializerClauseSyntax.self) == true
        {
            return replace(chain.start..<range(of: chain.node).upperBound, rootText(chain, kind))
        }
        // Since MSAL 1.0 the id may be nil, and code that says so is right.
        if chain.links.contains(where: { $0.name == "homeAccountId" && !$0.mark.isEmpty }), kind.isMSAL { return }
        if let place = errorMember(of: chain, kind) { return rewriteErrorMember(chain, at: place) }
        guard let (target, count) = kind.map?.target(of: chain.names) else {
            if case .adalItem = kind, let name = chain.names.first {
                leave(chain.rootNode, "MSAL's accounts have no \(name): call acquireTokenSilent for a token.")
            }
            return
        }
        let rootText = rootText(chain, kind)
        let isBound =
            chain.node.parent?.is(InitializerClauseSyntax.self) == true
            && chain.node.parent?.parent?.is(OptionalBindingConditionSyntax.self) == true
        let text = MemberReplacement(
            root: rootText, chain: chain, target: target, count: count, rootIsOptional: isOptional(chain, kind, root),
            isBound: isBound && chain.links.count == count, wantsOptional: wantsOptional(chain),
            isOperand: isOperand(chain.node)
        ).text
        replace(chain.start..<range(of: chain.links[count - 1].node).upperBound, text)
    }

    /// Members of ADAL's results and users that nothing in MSAL has.
    private static let lost: Set<String> = [
        "status", "refreshToken", "accessTokenType", "familyId", "sessionKey", "resource", "clientId",
        "userIdDisplayable",
    ]

    private func isEdited(_ place: Int) -> Bool { edits.contains { $0.range.contains(place) } }

    private func rootText(_ chain: PostfixChain, _ kind: Kind) -> String {
        if case .adalResult(let result) = kind, !result.error.isEmpty { return result.result }
        let range = range(of: chain.rootNode)
        let text = String(decoding: Array(text.utf8)[range], as: UTF8.self)
        return chain.rootMark.isEmpty ? text : String(text.dropLast())
    }

    private func isOptional(_ chain: PostfixChain, _ kind: Kind, _ root: String) -> Bool {
        if case .adalResult(let result) = kind {
            return !result.error.isEmpty || facts.optional[root] == true || !chain.rootMark.isEmpty
        }
        if !chain.rootMark.isEmpty { return true }
        return false
    }

    /// Whether nil may stand where a chain stands, as far as the syntax says.
    func wantsOptional(_ chain: PostfixChain) -> Bool {
        let node = chain.node
        guard let parent = node.parent else { return false }
        if let initializer = parent.as(InitializerClauseSyntax.self) {
            if initializer.parent?.is(OptionalBindingConditionSyntax.self) == true { return true }
            let binding = initializer.parent?.as(PatternBindingSyntax.self)
            return binding?.typeAnnotation?.type.is(OptionalTypeSyntax.self) == true
        }
        guard let list = parent.as(ExprListSyntax.self) else { return false }
        let all = Array(list)
        guard let place = all.firstIndex(where: { $0.id == node.id }) else { return false }
        let texts = all.map(\.trimmedDescription)
        if place + 1 < all.count, ["??", "==", "!="].contains(texts[place + 1]) { return true }
        if place > 0, ["==", "!="].contains(texts[place - 1]) { return true }
        guard place == 2, all[1].is(AssignmentExprSyntax.self), let target = Self.root(of: all[0]),
            let name = rootName(target)
        else { return false }
        return facts.optional[name] == true
    }
}
