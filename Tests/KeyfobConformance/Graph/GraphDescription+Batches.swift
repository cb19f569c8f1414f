import KeyfobCore
import KeyfobOAuth

extension GraphDescription {
    /// Judges the responses of a batch, and each with its request.
    func batchFaults(_ exchange: GraphExchange, _ object: [String: JSONValue]) -> [GraphFault] {
        var result = faults(
            object, "batchResponse", at: "response", Reading(isRequest: false, selected: nil, isWhole: true))
        let requests = exchange.body?["requests"]?.arrayValue ?? []
        let responses = object["responses"]?.arrayValue ?? []
        let ids = responses.compactMap { $0["id"]?.stringValue }
        for request in requests {
            guard let id = request["id"]?.stringValue else { continue }
            let place = "response.responses[\(id)]"
            guard let response = responses.first(where: { $0["id"]?.stringValue == id }) else {
                result.append(
                    GraphFault(kind: .missingMember, place: place, text: "The request \(id) has no response."))
                continue
            }
            guard let inner = step(request, response) else { continue }
            result += judge(inner).map { GraphFault(kind: $0.kind, place: "\(place) \($0.place)", text: $0.text) }
        }
        if ids.count > requests.count {
            let text = "\(requests.count) requests, \(ids.count) responses"
            result.append(GraphFault(kind: .wrongType, place: "response.responses", text: text))
        }
        return result
    }

    /// One request with its response.
    private func step(_ request: JSONValue, _ response: JSONValue) -> GraphExchange? {
        guard let method = request["method"]?.stringValue, let url = request["url"]?.stringValue,
            let target = GraphTarget(step: url), let status = response["status"]?.integerValue
        else { return nil }
        let body = response["body"].flatMap { $0 == .null ? nil : $0 }
        let bytes = body?.stringValue.map { Array($0.utf8) } ?? body?.bytes() ?? []
        return GraphExchange(
            method: HTTPMethod(rawValue: method.uppercased()), target: target, fields: Self.fields(request["headers"]),
            body: request["body"].flatMap { $0 == .null ? nil : $0 }, status: Int(clamping: status),
            responseFields: Self.fields(response["headers"]), responseBody: bytes)
    }

    private static func fields(_ value: JSONValue?) -> HTTPFields {
        HTTPFields((value?.objectValue ?? [:]).compactMap { name, value in value.stringValue.map { (name, $0) } })
    }
}
