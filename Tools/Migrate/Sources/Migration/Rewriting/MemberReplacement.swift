/// The text for the members at the beginning of a chain.
struct MemberReplacement {
    let root: String
    let chain: PostfixChain
    let target: MemberMap.Target
    let count: Int
    let rootIsOptional: Bool
    /// Whether the value is the whole of an optional binding.
    let isBound: Bool
    let wantsOptional: Bool
    /// Whether an operator is beside the value.
    let isOperand: Bool

    var text: String {
        let last = chain.links[count - 1].mark
        let hasRest = chain.links.count > count || chain.continues
        let asks = chain.hasMark("?", before: count - 1)
        let forces = chain.hasMark("!", before: count - 1) || last == "!" && !asks
        // Without a mark, older headers unwrapped implicitly.
        let mark = !rootIsOptional ? "" : forces && !isBound ? "!" : hasRest && last.isEmpty && !asks ? "!" : "?"
        let isOptional = target.isOptional || mark == "?"
        if let claim = target.claim {
            let value =
                "\(root)\(mark).\(target.path)\(target.path.hasPrefix("self") ? "" : "?")[\"\(claim)\"] as? String"
            let isAlone = !hasRest && !isOperand && last.isEmpty
            return finished(isAlone ? value : "(\(value))", isOptional: true, last, hasRest)
        }
        if target.path == "self" {
            let own = last.isEmpty ? chain.rootMark : last
            return root + (hasRest ? own : chain.rootMark == "!" || last == "!" ? "!" : "")
        }
        let value = "\(root)\(mark).\(target.path)"
        if hasRest, target.isOptional, last.isEmpty {
            return value + (mark == "!" || mark.isEmpty && !asks ? "!" : "?")
        }
        if hasRest { return value + (target.isOptional ? last : "") }
        return finished(value, isOptional: isOptional, last, hasRest)
    }

    private func finished(_ value: String, isOptional: Bool, _ last: String, _ hasRest: Bool) -> String {
        if hasRest { return value + last }
        // A mark inside a chain belongs to the member, which may not be optional any more.
        if last == "!" { return isOptional && (target.isOptional || !value.contains("?.")) ? value + "!" : value }
        if isBound, !isOptional { return "Optional(\(value))" }
        let asked = chain.hasMark("?", before: count - 1)
        guard target.wasPresent && isOptional && !asked && !wantsOptional else { return value }
        return isOperand ? "(\(value) ?? \"\")" : target.claim == nil ? "\(value) ?? \"\"" : "(\(value)) ?? \"\""
    }
}
