import KeyfobCore
import KeyfobOAuth

extension GraphDescription {
    /// Judges both directions of an exchange, with those inside it if it is a batch.
    ///
    /// A request that Graph does not know may be sent to be refused. It is a fault if it succeeds.
    package func judge(_ exchange: GraphExchange) -> [GraphFault] {
        var result = exchange.isInBatch ? [] : headerFaults(exchange)
        guard exchange.isSuccess else { return result + errorFaults(exchange) }
        let requestFaults = requestFaults(exchange)
        result += requestFaults
        guard !requestFaults.contains(where: { $0.kind == .unknownPath || $0.kind == .unknownMethod }),
            let template = template(exchange.path), let operation = paths[template]?[exchange.method.rawValue]
        else { return result }
        if !operation.statuses.contains(Int64(exchange.status)) {
            let text = "\(exchange.status), not \(operation.statuses)"
            result.append(GraphFault(kind: .wrongStatus, place: "response.status", text: text))
        }
        return result + contentFaults(exchange, operation)
    }

    private func contentFaults(_ exchange: GraphExchange, _ operation: Operation) -> [GraphFault] {
        guard let type = operation.response, exchange.status != 204 else {
            return exchange.responseBody.isEmpty
                ? [] : [GraphFault(kind: .unknownMember, place: "response", text: "This response has no body.")]
        }
        if type == "$count" {
            let text = String(decoding: exchange.responseBody, as: UTF8.self).trimmingPrefix("\u{FEFF}")
            return UInt64(text) == nil
                ? [GraphFault(kind: .wrongType, place: "response", text: "It is not a number.")] : []
        }
        guard let value = try? JSONValue(parsing: exchange.responseBody), let object = value.objectValue else {
            return [GraphFault(kind: .wrongType, place: "response", text: "The body is not a JSON object.")]
        }
        if type == "batchResponse" { return batchFaults(exchange, object) }
        let declared = GraphType(type)
        let reading = Reading(isRequest: false, selected: exchange.selected, isWhole: true)
        let context = contextFaults(object, declared, exchange)
        guard declared.isCollection || declared.name.hasPrefix("Edm.") else {
            return context + faults(object, declared.name, at: "response", reading)
        }
        var result = context + envelopeFaults(object, exchange)
        if let elements = object["value"] {
            result += faults(elements, declared, at: "response.value", reading)
        } else {
            result.append(GraphFault(kind: .missingMember, place: "response.value", text: "It has the result."))
        }
        return result
    }

    /// The members around `value`.
    private func envelopeFaults(_ object: [String: JSONValue], _ exchange: GraphExchange) -> [GraphFault] {
        var result: [GraphFault] = []
        for (name, value) in object.sorted(by: { $0.key < $1.key }) where name != "value" {
            let place = "response.\(name)"
            guard name.hasPrefix("@") else {
                result.append(GraphFault(kind: .unknownMember, place: place, text: "A collection has no such member."))
                continue
            }
            result += annotation(name, value, members: [:], at: place, isRequest: false)
        }
        let wantsCount = exchange.option("$count") == "true" && exchange.fields["ConsistencyLevel"] == "eventual"
        // The next page has the count no more.
        if wantsCount, object["@odata.count"] == nil, exchange.option("$skiptoken") == nil {
            result.append(
                GraphFault(kind: .missingMember, place: "response.@odata.count", text: "The request asked for it."))
        }
        if exchange.option("$count") != "true", object["@odata.count"] != nil {
            result.append(
                GraphFault(
                    kind: .wrongAnnotation, place: "response.@odata.count", text: "The request did not ask for it."))
        }
        return result
    }

    private func contextFaults(
        _ object: [String: JSONValue], _ type: GraphType, _ exchange: GraphExchange
    ) -> [GraphFault] {
        func wrong(_ text: String) -> [GraphFault] {
            [GraphFault(kind: .wrongAnnotation, place: "response.@odata.context", text: text)]
        }
        guard let context = object["@odata.context"] else {
            return [GraphFault(kind: .missingMember, place: "response.@odata.context", text: "Every response has it.")]
        }
        let halves = (context.stringValue ?? "").split(separator: "#", maxSplits: 1).map(String.init)
        guard halves.count == 2, halves[0].hasPrefix("https://"), halves[0].hasSuffix("/v1.0/$metadata") else {
            return wrong("It is the address of $metadata with what the response is.")
        }
        // `/me` is an object of the set of users.
        guard !halves[1].hasPrefix("me/"), !halves[1].hasPrefix("me(") else {
            return wrong("There is no set \(halves[1]).")
        }
        let isEntity = types[type.name].map { _ in chain(type.name).contains { $0.name == "entity" } } ?? false
        guard isEntity else { return [] }
        let isOne =
            halves[1].hasSuffix("/$entity") || type.name == "authorizationPolicy" || type.name == "authentication"
        return isOne == !type.isCollection ? [] : wrong("\(halves[1]) is not \(type).")
    }
}
