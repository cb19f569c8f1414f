import SwiftParser
import SwiftSyntax

/// What a rewriting has to know about a file's declarations and calls, and about those of the other files.
struct RewriteFacts {
    /// A call that names the client and the redirect URI, as each of ADAL's calls does.
    struct Client: Hashable {
        let clientID: String
        let redirectURI: String
        /// The names of the enclosing function's own variables.
        let locals: Set<String>
        /// The literals of the file.
        var literals: [String: String] = [:]
    }

    /// The types of variables, without their optionality.
    var types: [String: String]
    /// Variables whose declared type is optional, and those whose declared type is not.
    var optional: [String: Bool] = [:]
    /// The types that functions return.
    private(set) var returned: [String: String] = [:]
    /// Variables at file level or of a type.
    private(set) var members: Set<String> = []
    /// Functions and variables that take ADAL's result.
    var takers: Set<String> = []
    /// Members that are never nil: declared as such, or with an initial value that is unwrapped.
    private(set) var present: Set<String> = []
    /// Members of a type rather than of its instances.
    private(set) var statics: Set<String> = []
    /// Variables whose value is a literal, or the URL of one.
    private(set) var literals: [String: String] = [:]
    private(set) var clients: [Client] = []
    /// The clients of the other files.
    var otherClients: [Client] = []
    /// The keychain group that the app sets, as source text.
    private(set) var keychainGroup: String?
    var otherKeychainGroup: String?
    /// Whether a context's page is shown over `self`.
    private(set) var hasOwnController = false
    private(set) var imports: Set<String> = []

    init(_ tree: SourceFileSyntax, book: RuleBook) {
        types = SwiftSurvey(tree, book: book).types
        let visitor = FactVisitor()
        visitor.walk(tree)
        for (name, type) in visitor.inferred where types[name] == nil { types[name] = type }
        optional = visitor.optional
        returned = visitor.returned
        members = visitor.members
        takers = visitor.takers
        present = visitor.present
        statics = visitor.statics
        literals = visitor.literals
        clients = visitor.clients.map { client in
            Client(
                clientID: client.clientID, redirectURI: client.redirectURI, locals: client.locals,
                literals: visitor.literals)
        }
        keychainGroup = visitor.keychainGroup
        hasOwnController = visitor.hasOwnController
        imports = visitor.imports
    }

    /// The variables that are contexts, those of types first.
    var contexts: [String] {
        types.filter { TypeNames.contexts.contains($0.value) }.map(\.key)
            .sorted { (members.contains($1) ? 0 : 1, $0) > (members.contains($0) ? 0 : 1, $1) || $0 < $1 }
            .filter { members.contains($0) }
    }
}

/// The names of types in both of ADAL's spellings.
enum TypeNames {
    static let contexts: Set<String> = ["ADAuthenticationContext", "ADALAuthenticationContext"]
    static let results: Set<String> = ["ADAuthenticationResult", "ADALAuthenticationResult"]
    static let errors: Set<String> = ["ADAuthenticationError", "ADALAuthenticationError"]
    static let users: Set<String> = ["ADUserInformation", "ADALUserInformation"]
    static let items: Set<String> = ["ADTokenCacheItem", "ADALTokenCacheItem"]
    static let callbacks: Set<String> = ["ADAuthenticationCallback", "ADALAuthenticationCallback"]
    static let identifiers: Set<String> = ["ADUserIdentifier", "ADALUserIdentifier"]
    static let caches: Set<String> = [
        "ADKeychainTokenCache", "ADALKeychainTokenCache", "ADTokenCache", "ADALTokenCache",
    ]

    /// The type's name without optionality and attributes.
    static func name(of type: TypeSyntax) -> String? {
        if let optional = type.as(OptionalTypeSyntax.self) { return name(of: optional.wrappedType) }
        if let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            return name(of: unwrapped.wrappedType)
        }
        if let attributed = type.as(AttributedTypeSyntax.self) { return name(of: attributed.baseType) }
        if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            return name(of: only.type)
        }
        if let array = type.as(ArrayTypeSyntax.self) { return name(of: array.element).map { "[\($0)]" } }
        return type.as(IdentifierTypeSyntax.self)?.name.text
    }
}

private final class FactVisitor: SyntaxVisitor {
    var inferred: [String: String] = [:]
    var optional: [String: Bool] = [:]
    var returned: [String: String] = [:]
    var present: Set<String> = []
    var statics: Set<String> = []
    var literals: [String: String] = [:]
    var members: Set<String> = []
    var takers: Set<String> = []
    var clients: [RewriteFacts.Client] = []
    var keychainGroup: String?
    var hasOwnController = false
    var imports: Set<String> = []
    private var locals: [Set<String>] = []

    init() { super.init(viewMode: .sourceAccurate) }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.path.first?.name.text { imports.insert(name) }
        return .skipChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        locals.append([])
        if node.signature.parameterClause.parameters.contains(where: {
            TypeNames.name(of: $0.type).map(TypeNames.results.contains) == true
        }) {
            takers.insert(node.name.text)
        }
        if let type = node.signature.returnClause?.type { returned[node.name.text] = TypeNames.name(of: type) }
        return .visitChildren
    }

    override func visitPost(_ node: FunctionDeclSyntax) { locals.removeLast() }

    override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
        declare((node.secondName ?? node.firstName).text, node.type)
        return .visitChildren
    }

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return .visitChildren }
        if let type = node.typeAnnotation?.type {
            declare(name, type)
        } else if node.initializer?.value.is(StringLiteralExprSyntax.self) == true {
            inferred[name] = "String"
        } else if let text = node.initializer?.value.trimmedDescription,
            TypeNames.caches.contains(where: { text.hasPrefix($0) && !text.contains("allItems") })
        {
            inferred[name] = "ADKeychainTokenCache"
        } else if let text = node.initializer?.value.trimmedDescription,
            TypeNames.identifiers.contains(where: { text.hasPrefix($0 + "(") })
        {
            inferred[name] = "ADUserIdentifier"
        }
        if let value = node.initializer?.value {
            var text = value.trimmedDescription
            if text.hasPrefix("NSURL(") { text.removeFirst(2) }
            let isURL = text.hasPrefix("URL(string: \"")
            if !text.contains("\\("), isURL || value.is(StringLiteralExprSyntax.self) { literals[name] = text }
        }
        let place = node.parent?.parent?.parent
        if place?.is(MemberBlockItemSyntax.self) == true || place?.parent?.parent?.is(SourceFileSyntax.self) == true {
            members.insert(name)
            if let type = node.typeAnnotation?.type {
                let isOptional = type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
                if !isOptional { present.insert(name) }
            } else if node.initializer?.value.is(ForceUnwrapExprSyntax.self) == true {
                present.insert(name)
            }
            let variable = node.parent?.parent?.as(VariableDeclSyntax.self)
            if variable?.modifiers.contains(where: { ["static", "class"].contains($0.name.text) }) == true {
                statics.insert(name)
            }
        }
        return .visitChildren
    }

    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
        if !locals.isEmpty { locals[locals.count - 1].insert(node.identifier.text) }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        var values: [String: String] = [:]
        for argument in node.arguments {
            if let label = argument.label?.text { values[label] = argument.expression.trimmedDescription }
        }
        let name = node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
        if name.hasPrefix("acquireToken"), let clientID = values["clientId"], let uri = values["redirectUri"] {
            clients.append(
                RewriteFacts.Client(clientID: clientID, redirectURI: uri, locals: locals.last ?? []))
        }
        let setters = ["setDefaultKeychainGroup", "setSharedCacheKeychainGroup", "setDefaultKeychainSharingGroup"]
        if setters.contains(name), let argument = node.arguments.first {
            keychainGroup = argument.expression.trimmedDescription
        }
        return .visitChildren
    }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let parts = Array(node.elements)
        guard parts.count == 3, parts[1].is(AssignmentExprSyntax.self) else { return .visitChildren }
        let (target, value) = (parts[0].trimmedDescription, parts[2].trimmedDescription)
        if target.hasSuffix(".parentController"), value == "self" { hasOwnController = true }
        let groups = [".sharedCacheKeychainGroup", ".defaultKeychainSharingGroup"]
        if groups.contains(where: target.hasSuffix) { keychainGroup = value }
        return .visitChildren
    }

    private func declare(_ name: String, _ type: TypeSyntax) {
        let isOptional = type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
        optional[name] = optional[name] == nil || optional[name] == isOptional ? isOptional : nil
        guard let base = TypeNames.name(of: type) else {
            if type.trimmedDescription.contains("AuthenticationResult") { takers.insert(name) }
            return
        }
        inferred[name] = base
        if TypeNames.callbacks.contains(base) { takers.insert(name) }
    }
}
