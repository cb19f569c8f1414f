import KeyfobCore
import KeyfobIdPGraph
import KeyfobOAuth

/// Queries of Microsoft Graph, which any member of a tenant can send. They are evaluated on one user with long texts.
extension InputSamples {
    static let graph: [InputSample] = [
        query("$filter: conditions", start: 20, limit: 200) { size in
            "$filter=" + text(size, "%20or%20") { "startswith(displayName,%27x\($0)%27)" }
        },
        query("$filter: conditions on a long text", start: 10, limit: 200) { size in
            "$filter=" + text(size, "%20or%20") { "contains(department,%27x\($0)%27)" }
        },
        query("$filter: values of in", start: 50, limit: 800) { size in
            "$filter=displayName%20in%20(" + text(size, ",") { "%27x\($0)%27" } + ")"
        },
        query("$filter: nested lambdas", start: 20, limit: 150) { size in
            let inner = text(size, "%20or%20") { "b/k%20eq%20%27x\($0)%27" }
            return "$filter=identities/any(a:a/list/any(b:\(inner)))"
        },
        query("$filter: blanks", start: 500, limit: 8000) { size in
            "$filter=displayName" + String(repeating: "%20", count: size) + "eq%20%27x%27"
        },
        query("$search: clauses", start: 6, limit: 50) { size in
            "$search=" + text(size, "%20OR%20") { "%22department:x\($0)%22" }
        },
        query("$search: words", start: 100, limit: 1300) { size in
            "$search=%22department:" + text(size, "%20") { "x\($0)" } + "%22"
        },
        query("$expand: names", start: 100, limit: 3000) { size in "$expand=" + text(size, ",") { "name\($0)" } },
        query("$expand: the same name", start: 100, limit: 3000) { size in
            "$expand=" + text(size, ",") { _ in "memberOf" }
        },
        query("$select: names", start: 100, limit: 3000) { size in "$select=" + text(size, ",") { _ in "displayName" }
        },
        query("$orderby: names", start: 100, limit: 3000) { size in "$orderby=" + text(size, ",") { "name\($0)" } },
        InputSample(name: "$batch: requests", start: 2, limit: 20) { size in
            let filter = text(40, " or ") { "contains(department,'x\($0)')" }
            let requests = (0..<size).map { number -> JSONValue in
                [
                    "id": .string(String(number)), "method": "GET", "url": .string("/users?$filter=\(filter)"),
                    "headers": ["ConsistencyLevel": "eventual"],
                ]
            }
            return batch((["requests": .array(requests)] as JSONValue).bytes())
        },
        InputSample(name: "$batch: too many requests", start: 500, limit: 4000) { size in
            batch(Array((#"{"requests":["# + text(size, ",") { "{\"id\":\"\($0)\"}" } + "]}").utf8))
        },
    ]

    private static let user: [String: JSONValue] = [
        "displayName": "Ada Lovelace", "department": .string(String(repeating: "mathematics ", count: 40)),
        "identities": .array(
            (0..<20).map { _ in ["list": .array((0..<20).map { ["k": .string(String($0))] })] }),
    ]

    private static func batch(_ body: [UInt8]) -> () -> Void {
        var request = HTTPURL("https://localhost:8443/v1.0/$batch").map { HTTPRequest(method: .post, url: $0) }
        request?.body = body
        let sent = request
        return { sent.map { QueryMeasurement.evaluate(batch: $0, on: user) } }
    }

    private static func query(
        _ name: String, start: Int, limit: Int, _ make: @escaping @Sendable (Int) -> String
    ) -> InputSample {
        InputSample(name: name, start: start, limit: limit) { size in
            var request = HTTPURL("https://localhost:8443/v1.0/users?" + make(size)).map { HTTPRequest.get($0) }
            request?.fields.set("ConsistencyLevel", "eventual")
            let sent = request
            return { _ = sent.map { QueryMeasurement.status(of: $0, on: user) } }
        }
    }
}
