import SwiftSyntax

/// Walks a file's syntax, and records each use once, with the most specific rule.
final class SwiftVisitor: SyntaxVisitor {
    private let file: SourceFile
    private let book: RuleBook
    private let survey: SwiftSurvey
    private let converter: SourceLocationConverter
    private var taken: Set<AbsolutePosition> = []
    private(set) var findings: [Finding] = []

    init(file: SourceFile, book: RuleBook, survey: SwiftSurvey, converter: SourceLocationConverter) {
        self.file = file
        self.book = book
        self.survey = survey
        self.converter = converter
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        if let token = node.path.first?.name, RuleBook.library(imported: token.text) == .adal,
            let rule = book.rule(.imported("ADAL"))
        {
            note(rule, token)
        }
        return .skipChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let labels = node.arguments.map { $0.label?.text ?? "_" }
        if let callee = node.calledExpression.as(DeclReferenceExprSyntax.self) {
            if let rule = book.rule(creating: callee.baseName.text, labels: labels) {
                note(rule, callee.baseName, arguments(of: node))
            }
        } else if let callee = node.calledExpression.as(MemberAccessExprSyntax.self) {
            let name = callee.declName.baseName
            if let rule = book.rule(call: name.text, labels: labels), uses(rule.library) {
                note(rule, name, arguments(of: node))
                // A call on the library's own type is recorded once.
                if let base = callee.base?.as(DeclReferenceExprSyntax.self), book.rule(name: base.baseName.text) != nil
                {
                    taken.insert(base.baseName.positionAfterSkippingLeadingTrivia)
                }
            } else if name.text == "init", let type = callee.base?.as(DeclReferenceExprSyntax.self),
                let rule = book.rule(creating: type.baseName.text, labels: labels)
            {
                note(rule, type.baseName, arguments(of: node))
            }
        }
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        let name = node.declName.baseName
        let type = node.base.flatMap(variable).flatMap { survey.types[$0] }
        if let type, let rule = book.rule(.memberOf(type, name.text)) {
            note(rule, name)
        } else if let rule = book.rule(.member(name.text)), uses(rule.library) {
            note(rule, name)
        }
        return .visitChildren
    }

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
        if case .identifier(let name) = token.tokenKind, let rule = book.rule(name: name) { note(rule, token) }
        return .skipChildren
    }

    private func uses(_ library: Rule.Library) -> Bool {
        survey.libraries.contains(library) || file.everywhere.contains(library)
    }

    /// The last name of `a`, `self.a`, `a?`, `a!`.
    private func variable(_ base: ExprSyntax) -> String? {
        if let name = base.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
        if let member = base.as(MemberAccessExprSyntax.self) { return member.declName.baseName.text }
        if let chained = base.as(OptionalChainingExprSyntax.self) { return variable(chained.expression) }
        if let forced = base.as(ForceUnwrapExprSyntax.self) { return variable(forced.expression) }
        return nil
    }

    private func arguments(of call: FunctionCallExprSyntax) -> [String: String] {
        var found: [String: String] = [:]
        for argument in call.arguments {
            guard let label = argument.label?.text else { continue }
            let text = argument.expression.trimmedDescription
            // A nil argument carries no information.
            if text != "nil" { found[argumentName(label)] = text }
        }
        return found
    }

    private func note(_ rule: Rule, _ token: TokenSyntax, _ arguments: [String: String] = [:]) {
        let rule = book.rule(rule, given: arguments)
        let position = token.positionAfterSkippingLeadingTrivia
        guard taken.insert(position).inserted else { return }
        let place = converter.location(for: position)
        findings.append(
            Finding(
                rule, file: file.path, line: place.line, column: place.column, language: .swift, found: token.text,
                arguments: arguments))
    }
}
