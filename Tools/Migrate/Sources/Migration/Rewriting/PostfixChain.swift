import SwiftSyntax

/// A name with the members that follow it: `result?.tokenCacheItem.userInformation!` has the root `result`, marked `?`,
/// and two links, of which the last is marked `!`.
struct PostfixChain {
    /// A member, its mark, and the expression up to and with the mark.
    struct Link {
        let name: String
        var mark: String
        var node: ExprSyntax
    }

    private(set) var rootMark = ""
    private(set) var links: [Link] = []
    /// The root with its mark.
    private(set) var rootNode: ExprSyntax
    /// Where the chain begins, in UTF-8 bytes.
    let start: Int

    /// The longest chain that begins with a name.
    init(from root: ExprSyntax) {
        start = root.positionAfterSkippingLeadingTrivia.utf8Offset
        rootNode = root
        var node = root
        while let parent = node.parent {
            if let forced = parent.as(ForceUnwrapExprSyntax.self) {
                node = ExprSyntax(forced)
                mark("!", node)
            } else if let chained = parent.as(OptionalChainingExprSyntax.self) {
                node = ExprSyntax(chained)
                mark("?", node)
            } else if let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == node.id {
                node = ExprSyntax(member)
                links.append(Link(name: member.declName.baseName.text, mark: "", node: node))
            } else if let call = parent.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id,
                call.arguments.isEmpty, call.trailingClosure == nil, let last = links.last,
                MemberMap.methods.contains(last.name)
            {
                node = ExprSyntax(call)
                links[links.count - 1].node = node
            } else {
                break
            }
        }
    }

    private mutating func mark(_ text: String, _ node: ExprSyntax) {
        if links.isEmpty {
            rootMark = text
            rootNode = node
        } else {
            links[links.count - 1].mark = text
            links[links.count - 1].node = node
        }
    }

    /// Makes the first member a part of the root.
    mutating func dropFirst() {
        guard let first = links.first else { return }
        links.removeFirst()
        rootNode = first.node
        rootMark = first.mark
    }

    /// Whether a subscript or a call follows.
    var continues: Bool {
        node.parent?.as(SubscriptCallExprSyntax.self)?.calledExpression.id == node.id
            || node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == node.id
    }

    var names: [String] { links.map(\.name) }
    /// The whole chain.
    var node: ExprSyntax { links.last?.node ?? rootNode }

    /// Whether one of the first `count` marks, the root's among them, is this one.
    func hasMark(_ mark: String, before count: Int) -> Bool {
        rootMark == mark || links.prefix(count).contains { $0.mark == mark }
    }
}
