import KeyfobCore
import KeyfobOAuth

extension GraphDescription {
    /// Judges a request. What Graph would refuse is a fault only of a request that the server accepted, see ``judge(_:)``.
    func requestFaults(_ exchange: GraphExchange) -> [GraphFault] {
        guard let template = template(exchange.path), let methods = paths[template] else {
            return [GraphFault(kind: .unknownPath, place: "request.path", text: exchange.path)]
        }
        guard let operation = methods[exchange.method.rawValue] else {
            return [
                GraphFault(
                    kind: .unknownMethod, place: "request.method", text: "\(template) has no \(exchange.method).")
            ]
        }
        return options(exchange, operation) + body(exchange, operation)
    }

    private func options(_ exchange: GraphExchange, _ operation: Operation) -> [GraphFault] {
        let always: Set = ["$skiptoken", "$skipToken", "$format"]
        let unknown = exchange.query.map(\.name).filter { !always.contains($0) && !operation.options.contains($0) }
        return unknown.map {
            GraphFault(
                kind: .unknownOption, place: "request.query", text: "\($0), with \(exchange.method) \(exchange.path)")
        }
    }

    private func body(_ exchange: GraphExchange, _ operation: Operation) -> [GraphFault] {
        guard let type = operation.request else {
            guard let body = exchange.body, body != .object([:]) else { return [] }
            return [GraphFault(kind: .unknownMember, place: "request", text: "This request has no body.")]
        }
        guard let body = exchange.body else {
            return [GraphFault(kind: .missingMember, place: "request", text: "This request has a body: \(type).")]
        }
        return faults(
            body, GraphType(type), at: "request", Reading(isRequest: true, selected: nil, isWhole: false))
    }
}
