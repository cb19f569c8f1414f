import SwiftParser
import SwiftSyntax

/// Finds uses in a Swift file, in its syntax, without strings and comments.
struct SwiftSearch {
    let book: RuleBook

    func findings(in file: SourceFile) -> [Finding] {
        let tree = Parser.parse(source: file.text)
        let survey = SwiftSurvey(tree, book: book)
        let visitor = SwiftVisitor(
            file: file, book: book, survey: survey, converter: SourceLocationConverter(fileName: file.path, tree: tree))
        visitor.walk(tree)
        return visitor.findings
    }
}

/// The result of a first pass over a file: the libraries that it uses, and the types of its variables.
struct SwiftSurvey {
    private(set) var libraries: Set<Rule.Library>
    private(set) var types: [String: String]

    init(_ tree: SourceFileSyntax, book: RuleBook) {
        let visitor = Visitor(book: book)
        visitor.walk(tree)
        libraries = visitor.libraries
        types = visitor.types
    }

    private final class Visitor: SyntaxVisitor {
        let book: RuleBook
        var libraries: Set<Rule.Library> = []
        var types: [String: String] = [:]

        init(book: RuleBook) {
            self.book = book
            super.init(viewMode: .sourceAccurate)
        }

        override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
            if let name = node.path.first?.name.text, let library = RuleBook.library(imported: name) {
                libraries.insert(library)
            }
            return .visitChildren
        }

        override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
            if case .identifier(let name) = token.tokenKind, let rule = book.rule(name: name) {
                libraries.insert(rule.library)
            }
            return .skipChildren
        }

        override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
            guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
                return .visitChildren
            }
            if let type = node.typeAnnotation?.type {
                types[name] = Self.name(of: type)
            } else if let type = node.initializer.flatMap({ Self.created(by: $0.value) }) {
                types[name] = type
            }
            return .visitChildren
        }

        override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
            types[(node.secondName ?? node.firstName).text] = Self.name(of: node.type)
            return .visitChildren
        }

        override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
            if let type = node.type { types[(node.secondName ?? node.firstName).text] = Self.name(of: type) }
            return .visitChildren
        }

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            guard let name = node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
                name.hasPrefix("acquireToken"), let closure = completion(of: node),
                let result = firstParameter(of: closure), types[result] == nil
            else { return .visitChildren }
            let first = node.arguments.first?.label?.text ?? ""
            let isOld = ["withResource", "withRefreshToken", "forAssertion"].contains(first)
            types[result] = isOld ? "ADAuthenticationResult" : "MSALResult"
            return .visitChildren
        }

        private func completion(of call: FunctionCallExprSyntax) -> ClosureExprSyntax? {
            call.trailingClosure ?? call.arguments.last?.expression.as(ClosureExprSyntax.self)
        }

        private func firstParameter(of closure: ClosureExprSyntax) -> String? {
            switch closure.signature?.parameterClause {
            case .simpleInput(let list): list.first?.name.text
            case .parameterClause(let clause): clause.parameters.first.map { ($0.secondName ?? $0.firstName).text }
            case nil: nil
            }
        }

        /// The type's name without its optionality.
        private static func name(of type: TypeSyntax) -> String? {
            if let optional = type.as(OptionalTypeSyntax.self) { return name(of: optional.wrappedType) }
            if let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
                return name(of: unwrapped.wrappedType)
            }
            if let attributed = type.as(AttributedTypeSyntax.self) { return name(of: attributed.baseType) }
            return type.as(IdentifierTypeSyntax.self)?.name.text
        }

        private static func created(by expression: ExprSyntax) -> String? {
            if let attempt = expression.as(TryExprSyntax.self) { return created(by: attempt.expression) }
            if let forced = expression.as(ForceUnwrapExprSyntax.self) { return created(by: forced.expression) }
            guard let call = expression.as(FunctionCallExprSyntax.self) else { return nil }
            return call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
        }
    }
}
