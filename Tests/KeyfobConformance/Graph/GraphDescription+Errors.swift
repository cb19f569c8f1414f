import Foundation
import KeyfobCore
import KeyfobOAuth

extension GraphDescription {
    /// Judges the body of an error.
    func errorFaults(_ exchange: GraphExchange) -> [GraphFault] {
        var result: [GraphFault] = []
        func wrong(_ place: String, _ text: String) {
            result.append(GraphFault(kind: .wrongError, place: place, text: text))
        }
        func check(_ object: JSONValue?, _ place: String, _ known: [String], required: [String]) {
            guard let members = object?.objectValue else { return wrong(place, "It is not an object.") }
            for name in members.keys.sorted() where !known.contains(name) {
                wrong("\(place).\(name)", "It is unknown.")
            }
            for name in required where members[name]?.stringValue?.isEmpty != false {
                wrong("\(place).\(name)", "It is missing.")
            }
        }
        guard exchange.status >= 400 else {
            return [GraphFault(kind: .wrongStatus, place: "response.status", text: "\(exchange.status)")]
        }
        guard let body = try? JSONValue(parsing: exchange.responseBody) else {
            return [GraphFault(kind: .wrongError, place: "response", text: "The body is not JSON.")]
        }
        check(body, "response", ["error"], required: [])
        let error = body["error"]
        check(
            error, "response.error", ["code", "message", "target", "details", "innerError"],
            required: ["code", "message"])
        let inner = error?["innerError"]
        check(
            inner, "response.error.innerError", ["code", "message", "date", "request-id", "client-request-id"],
            required: ["date", "request-id", "client-request-id"])
        for (index, detail) in (error?["details"]?.arrayValue ?? []).enumerated() {
            check(
                detail, "response.error.details[\(index)]", ["code", "message", "target"],
                required: ["code", "message"])
        }
        // Graph writes this time without an offset.
        let date = inner?["date"]?.stringValue ?? ""
        if date.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) == nil {
            wrong("response.error.innerError.date", "\(date) is not a time without offset.")
        }
        if !exchange.isInBatch, inner?["request-id"]?.stringValue != exchange.responseFields["request-id"] {
            wrong("response.error.innerError.request-id", "It differs from the header field.")
        }
        return result
    }

    /// Judges the header fields that every response has.
    func headerFaults(_ exchange: GraphExchange) -> [GraphFault] {
        var result: [GraphFault] = []
        let fields = exchange.responseFields
        func expect(_ condition: Bool, _ name: String) {
            guard !condition else { return }
            let text = fields[name].map { "\"\($0)\"" } ?? "It is missing."
            result.append(GraphFault(kind: .wrongHeader, place: "response.\(name)", text: text))
        }
        expect(fields["request-id"].map { UUID(uuidString: $0) != nil } ?? false, "request-id")
        let identifier = exchange.fields["client-request-id"]
        expect(fields["client-request-id"].map { $0 == identifier ?? $0 } ?? false, "client-request-id")
        guard !exchange.responseBody.isEmpty else {
            expect(fields["OData-Version"] == nil, "OData-Version")
            expect(fields["Content-Type"] == nil, "Content-Type")
            return result
        }
        let type = (fields["Content-Type"] ?? "").replacing(" ", with: "")
        guard exchange.isSuccess else {
            expect(type == "application/json" || type.hasPrefix("application/json;"), "Content-Type")
            return result
        }
        if exchange.path.hasSuffix("/$count") {
            expect(type.hasPrefix("text/plain"), "Content-Type")
        } else if exchange.path == "/$batch" {
            expect(type.hasPrefix("application/json"), "Content-Type")
        } else {
            let parameters = "odata.streaming=true;IEEE754Compatible=false;charset=utf-8"
            expect(type == "application/json;odata.metadata=minimal;\(parameters)", "Content-Type")
        }
        expect(fields["OData-Version"] == "4.0", "OData-Version")
        return result
    }
}
