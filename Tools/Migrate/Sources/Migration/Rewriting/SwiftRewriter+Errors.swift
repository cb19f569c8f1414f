import SwiftSyntax

extension SwiftRewriter {
    /// `result.error`, and what follows it.
    func rewriteError(_ chain: PostfixChain, _ result: ADALResult) {
        guard !result.error.isEmpty else { return }
        let error = result.error
        let link = chain.links[0]
        let end = range(of: link.node).upperBound
        guard chain.links.count > 1 else {
            let isAlone = !(chain.node.parent?.is(ExprListSyntax.self) ?? false)
            let text =
                link.mark == "!"
                ? "(\(error)! as NSError)"
                : isComparedWithNil(chain.node) ? error : isAlone ? "\(error) as NSError?" : "(\(error) as NSError?)"
            return replace(chain.start..<end, text)
        }
        let isForced = link.mark == "!" || link.mark.isEmpty && !isCompared(chain.node)
        let base = isForced ? "(\(error)! as NSError)" : "(\(error) as NSError?)?"
        guard let key = Self.errorKeys[chain.links[1].name] else { return replace(chain.start..<end, base) }
        let all = range(of: chain.links[1].node).upperBound
        replace(chain.start..<all, "(\(base).userInfo[\(key)] as? String)" + chain.links[1].mark)
    }

    private static let errorKeys = ["errorDetails": "MSALErrorDescriptionKey", "protocolCode": "MSALOAuthErrorKey"]

    /// The place of a member that only ADAL's errors have.
    func errorMember(of chain: PostfixChain, _ kind: Kind) -> Int? {
        guard case .adalError = kind else { return nil }
        return chain.links.firstIndex { Self.errorKeys[$0.name] != nil }
    }

    func rewriteErrorMember(_ chain: PostfixChain, at place: Int) {
        guard let key = Self.errorKeys[chain.links[place].name] else { return }
        let before = place == 0 ? chain.rootNode : chain.links[place - 1].node
        let bytes = Array(text.utf8)
        let base = String(decoding: bytes[chain.start..<range(of: before).upperBound], as: UTF8.self)
        replace(
            chain.start..<range(of: chain.links[place].node).upperBound,
            "(\(base).userInfo[\(key)] as? String)" + chain.links[place].mark)
    }

    func isCompared(_ node: ExprSyntax) -> Bool {
        guard let list = node.parent?.as(ExprListSyntax.self) else { return false }
        let all = Array(list)
        guard let place = all.firstIndex(where: { $0.id == node.id }) else { return false }
        return [place - 1, place + 1].contains {
            all.indices.contains($0) && ["==", "!=", "??"].contains(all[$0].trimmedDescription)
        }
    }

    /// Whether an operator other than an assignment is beside an expression.
    func isOperand(_ node: ExprSyntax) -> Bool {
        guard let list = node.parent?.as(ExprListSyntax.self) else { return false }
        let all = Array(list)
        return !(all.count == 3 && all[1].is(AssignmentExprSyntax.self) && all[2].id == node.id)
    }

    private func isComparedWithNil(_ node: ExprSyntax) -> Bool {
        guard isCompared(node), let list = node.parent?.as(ExprListSyntax.self) else { return false }
        return list.contains { $0.is(NilLiteralExprSyntax.self) }
    }
}
