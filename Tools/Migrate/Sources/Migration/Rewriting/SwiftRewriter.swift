import SwiftSyntax

/// Walks a file's syntax, and collects the edits that make it a file for MSAL.
///
/// Each edit replaces what the file says with code that compiles against MSAL, or removes a statement that MSAL has no use
/// for. What it does not replace keeps its text; ``SwiftRewriting`` reports it.
final class SwiftRewriter: SyntaxVisitor {
    /// A result of ADAL that a closure or a function takes: in MSAL, a result and an error.
    struct ADALResult {
        let result: String
        let error: String
        /// Other names for the result.
        var aliases: Set<String> = []
    }

    let text: String
    let book: RuleBook
    var facts: RewriteFacts
    var edits: [TextEdit] = []
    var helper = HelperCode()
    /// A place that someone has to look at.
    struct Obstacle {
        let reason: String
        /// Whether the file compiles as it is.
        var compiles = false
        /// Whether the edit itself is a comment.
        var isComment = false
    }

    /// The places whose edit is not enough, or that have none.
    var obstacles: [Int: Obstacle] = [:]
    /// The closures that ADAL calls with its result.
    var callbacks: Set<SyntaxIdentifier> = []
    var results: [ADALResult] = []

    init(text: String, book: RuleBook, facts: RewriteFacts) {
        self.text = text
        self.book = book
        self.facts = facts
        super.init(viewMode: .sourceAccurate)
        helper.isMac = !facts.imports.isDisjoint(with: ["AppKit", "Cocoa"])
    }

    // MARK: Declarations

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        guard let token = node.path.first?.name, RuleBook.library(imported: token.text) == .adal else {
            return .skipChildren
        }
        if facts.imports.contains("MSAL") { removeStatement(node) } else { replace(token, "MSAL") }
        return .skipChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        beginFunction(node)
        return .visitChildren
    }

    override func visitPost(_ node: FunctionDeclSyntax) { endFunction(node) }

    override func visit(_ node: FunctionTypeSyntax) -> SyntaxVisitorContinueKind {
        guard node.parameters.count == 1, let only = node.parameters.first,
            let name = TypeNames.name(of: only.type), TypeNames.results.contains(name)
        else { return .visitChildren }
        replace(node, "MSALCompletionBlock")
        return .skipChildren
    }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        beginClosure(node)
        return .visitChildren
    }

    override func visitPost(_ node: ClosureExprSyntax) { endClosure(node) }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        rewriteVariable(node) ? .skipChildren : .visitChildren
    }

    // MARK: Statements

    override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
        rewriteGuard(node) ? .skipChildren : .visitChildren
    }

    override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
        rewriteIf(node) ? .skipChildren : .visitChildren
    }

    override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
        learn(node.pattern, from: node.initializer)
        return .visitChildren
    }

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        learn(node.pattern, from: node.initializer)
        if let type = node.typeAnnotation.flatMap({ TypeNames.name(of: $0.type) }), TypeNames.callbacks.contains(type),
            let closure = node.initializer?.value.as(ClosureExprSyntax.self)
        {
            callbacks.insert(closure.id)
        }
        return .visitChildren
    }

    override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
        learnItems(of: node)
        return .visitChildren
    }

    override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
        rewriteSwitch(node)
        return .visitChildren
    }

    // MARK: Expressions

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        rewriteSequence(node) ? .skipChildren : .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        rewriteCall(node) ? .skipChildren : .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        rewriteMember(node) ? .skipChildren : .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id { rewriteReference(ExprSyntax(node)) }
        return .visitChildren
    }

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
        if case .identifier(let name) = token.tokenKind, let new = NameMap.names[name] { replace(token, new) }
        return .skipChildren
    }

    // MARK: Edits

    func leave(_ node: some SyntaxProtocol, _ reason: String, compiles: Bool = false) {
        obstacles[range(of: node).lowerBound] = Obstacle(reason: reason, compiles: compiles)
    }

    func range(of node: some SyntaxProtocol) -> Range<Int> {
        let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
        return start..<max(start, node.endPositionBeforeTrailingTrivia.utf8Offset)
    }

    func replace(_ node: some SyntaxProtocol, _ new: String) { replace(range(of: node), new) }

    func replace(_ range: Range<Int>, _ new: String) { edits.append(TextEdit(range: range, text: new)) }

    /// The text of a part of the file after its edits.
    func rewritten(_ node: some SyntaxProtocol) -> String {
        let saved = edits
        edits = []
        walk(node)
        defer { edits = saved }
        return TextEdit.apply(edits, to: text, in: range(of: node))
    }

    /// Removes a statement, with its line if nothing else is on it.
    func removeStatement(_ node: some SyntaxProtocol) {
        var range = range(of: node)
        let bytes = text.utf8
        func byte(_ place: Int) -> UInt8? {
            place >= 0 && place < bytes.count ? bytes[bytes.index(bytes.startIndex, offsetBy: place)] : nil
        }
        var (start, end) = (range.lowerBound, range.upperBound)
        while let before = byte(start - 1), before == 0x20 || before == 0x09 { start -= 1 }
        if byte(end) == UInt8(ascii: ";") { end += 1 }
        while let after = byte(end), after == 0x20 || after == 0x09 { end += 1 }
        if start == 0 || byte(start - 1) == 0x0A, byte(end) == 0x0A { range = start..<(end + 1) }
        replace(range, "")
    }

    /// The spaces at the beginning of the line on which a node begins.
    func indentation(of node: some SyntaxProtocol) -> String {
        let start = range(of: node).lowerBound
        let line = text.utf8.prefix(start).split(separator: 0x0A, omittingEmptySubsequences: false).last ?? []
        return String(decoding: line.prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    }

    /// Whether an expression is a statement of its own.
    func isStatement(_ node: some SyntaxProtocol) -> Bool { node.parent?.is(CodeBlockItemSyntax.self) == true }
}
