import SwiftSyntax

extension SwiftRewriter {
    /// Comparisons and assignments.
    func rewriteSequence(_ node: SequenceExprSyntax) -> Bool {
        let parts = Array(node.elements)
        if parts.count == 3, parts[1].is(AssignmentExprSyntax.self) {
            return rewriteAssignment(node, target: parts[0], value: parts[2])
        }
        var done: Set<Int> = []
        for place in parts.indices.dropFirst().dropLast() {
            let sign = parts[place].trimmedDescription
            guard sign == "==" || sign == "!=" else { continue }
            if let text = statusComparison(parts[place - 1], sign, parts[place + 1])
                ?? codeComparison(parts[place - 1], sign, parts[place + 1])
            {
                replace(range(of: parts[place - 1]).lowerBound..<range(of: parts[place + 1]).upperBound, text)
                done.formUnion([place - 1, place, place + 1])
            }
        }
        guard !done.isEmpty else { return false }
        for place in parts.indices where !done.contains(place) { walk(parts[place]) }
        return true
    }

    /// The result whose status an expression is.
    func statusOwner(_ expression: ExprSyntax) -> ADALResult? {
        guard let root = Self.root(of: expression), let name = rootName(root), let result = adalResult(name),
            PostfixChain(from: root).names == ["status"]
        else { return nil }
        return result
    }

    private func statusComparison(_ left: ExprSyntax, _ sign: String, _ right: ExprSyntax) -> String? {
        guard let result = statusOwner(left) else { return nil }
        let isSame = sign == "=="
        let code = "(\(result.error) as NSError?)?.code"
        switch right.trimmedDescription {
        case "AD_SUCCEEDED": return "\(result.error) \(isSame ? "==" : "!=") nil"
        case "AD_USER_CANCELLED": return "\(code) \(sign) MSALError.userCanceled.rawValue"
        case "AD_FAILED":
            let failed = "\(result.error) != nil && \(code) != MSALError.userCanceled.rawValue"
            return isSame ? "(\(failed))" : "!(\(failed))"
        default: return nil
        }
    }

    /// A comparison of a code with one that MSAL has under its key for internal codes.
    private func codeComparison(_ left: ExprSyntax, _ sign: String, _ right: ExprSyntax) -> String? {
        let number = right.trimmedDescription
        guard left.trimmedDescription.hasSuffix(".code"), number.hasSuffix(".rawValue"),
            let name = number.dropLast(".rawValue".count).split(separator: ".").last.map(String.init),
            let new = internalError(name, isOldMSAL: number.hasPrefix("MSALErrorCode."))
        else { return nil }
        let code = rewritten(left)
        return "\(code.dropLast(".code".count)).userInfo[MSALInternalErrorCodeKey] as? Int \(sign) "
            + "MSALInternalError.internalError\(new).rawValue"
    }

    private func internalError(_ name: String, isOldMSAL: Bool) -> String? {
        if isOldMSAL, NameMap.oldErrors.contains(name) { return name.prefix(1).uppercased() + name.dropFirst() }
        return NameMap.error(name).flatMap { NameMap.internalErrors[$0] }
    }

    /// A switch over a result's status.
    func rewriteSwitch(_ node: SwitchExprSyntax) {
        var subject = node.subject
        if let tuple = subject.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            subject = only.expression
        }
        guard let result = statusOwner(subject) else { return }
        replace(node.subject, "(\(result.error) as NSError?)?.code")
        let hasDefault = node.cases.contains {
            $0.as(SwitchCaseSyntax.self)?.label.is(SwitchDefaultLabelSyntax.self) == true
        }
        for case .switchCase(let one) in node.cases {
            for item in one.label.as(SwitchCaseLabelSyntax.self)?.caseItems ?? [] {
                switch item.pattern.trimmedDescription.prefix(while: { $0 != "?" && $0 != "!" }) {
                case "AD_SUCCEEDED": replace(item.pattern, "nil")
                case "AD_USER_CANCELLED": replace(item.pattern, "MSALError.userCanceled.rawValue?")
                case "AD_FAILED":
                    let isFailed = "\(result.error) != nil && (\(result.error) as NSError?)?.code"
                    let isAll = !hasDefault || one.label.description.contains("AD_USER_CANCELLED")
                    replace(item.pattern, isAll ? ".some" : "_ where \(isFailed) != MSALError.userCanceled.rawValue")
                default: continue
                }
            }
        }
    }

    // MARK: Assignments

    private func rewriteAssignment(_ node: SequenceExprSyntax, target: ExprSyntax, value: ExprSyntax) -> Bool {
        if let creation = creation(value), let pointer = creation.errorPointer, isStatement(node) {
            let place = rewritten(target)
            replace(
                node,
                attempt(
                    "\(place) = \(creationText(creation.call, inside: "    "))", pointer, indentation(of: node),
                    otherwise: nil))
            return true
        }
        guard let member = target.as(MemberAccessExprSyntax.self), isStatement(node) else { return false }
        let name = member.declName.baseName.text
        let owner = member.base.flatMap(Self.root).flatMap(rootName)
        let type = owner.flatMap { facts.types[$0] } ?? ""
        let text = value.trimmedDescription
        if TypeNames.contexts.contains(type) {
            return rewriteSetting(node, name, text)
        }
        if ["sharedCacheKeychainGroup", "defaultKeychainSharingGroup"].contains(name) {
            removeStatement(node)
            return true
        }
        if type == "MSALPublicClientApplication", ["webviewType", "customWebview", "validateAuthority"].contains(name) {
            comment(node, "MSAL takes this with each request's MSALWebviewParameters, or in the configuration")
            return true
        }
        let base = member.base?.trimmedDescription ?? ""
        if base == "MSALLogger.shared()" || base == "MSALLogger.sharedLogger()" {
            if name == "level" { replace(target, "MSALGlobalConfig.loggerConfig.logLevel") }
            if name.lowercased() == "piiloggingenabled" { maskLog(node, text) }
            walk(value)
            return name == "level" || name.lowercased() == "piiloggingenabled"
        }
        return false
    }

    /// A setting of ADAL's context.
    private func rewriteSetting(_ node: SequenceExprSyntax, _ name: String, _ value: String) -> Bool {
        switch name {
        case "credentialsType" where value == "AD_CREDENTIALS_AUTO": removeStatement(node)
        case "credentialsType" where value == "AD_CREDENTIALS_EMBEDDED":
            replace(node, "MSALGlobalConfig.brokerAvailability = .none")
        case "parentController" where value == "self": removeStatement(node)
        case "parentController":
            comment(node, "the page is shown over the controller on top, unless a call names one (from)")
        case "webView": comment(node, "MSAL takes it as customWebview of MSALWebviewParameters")
        case "validateAuthority": comment(node, "pass validatesAuthority to the initializer")
        case "extendedLifetimeEnabled", "clientCapabilities":
            comment(node, "MSAL takes it with MSALPublicClientApplicationConfig, before the application is made")
        case "correlationId": comment(node, "MSAL takes it with each request's parameters")
        default: return false
        }
        return true
    }

    /// Makes a statement a comment that says why.
    func comment(_ node: some SyntaxProtocol, _ reason: String) {
        obstacles[range(of: node).lowerBound] = Obstacle(reason: reason + ".", compiles: true, isComment: true)
        let space = indentation(of: node)
        let lines = node.trimmedDescription.split(separator: "\n", omittingEmptySubsequences: false)
        replace(
            node,
            "// keyfob migrate: \(reason):\n"
                + lines.map { "\(space)// \($0.drop { $0 == " " })" }.joined(separator: "\n"))
    }

    func maskLog(_ node: some SyntaxProtocol, _ value: String) {
        let level = value == "false" ? ".settingsMaskAllPII" : ".settingsMaskSecretsOnly"
        let choice =
            value == "true" || value == "false" ? level : "\(value) ? .settingsMaskSecretsOnly : .settingsMaskAllPII"
        replace(node, "MSALGlobalConfig.loggerConfig.logMaskingLevel = \(choice)")
    }
}
