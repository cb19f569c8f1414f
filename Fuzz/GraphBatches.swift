// Module: KeyfobIdPGraph
//
// Batches of Microsoft Graph, and whole queries: reading is total, no request of a batch leaves the provider's address or
// is a batch itself, and what a query costs stays on its budget.
import Foundation
import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth

@testable import KeyfobIdPGraph

/// Tries one input.
func fuzzGraphBatches(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let members: [String: JSONValue] = [
        "displayName": "Ada Lovelace", "accountEnabled": true, "otherMails": ["ada@home.test"],
        "identities": [["list": [["k": "v"], ["k": 1]]]],
    ]
    let text = String(decoding: bytes, as: UTF8.self)
    for (address, body) in [
        ("https://a.test/v1.0/$batch", bytes), ("https://a.test/beta/users?" + text, []),
        ("https://a.test/v1.0/users?" + PercentEncoding.encode(text), []),
    ] as [(String, [UInt8])] {
        guard let url = HTTPURL(address) else { continue }
        var request = HTTPRequest(method: .post, url: url)
        request.fields.set("ConsistencyLevel", "eventual")
        request.fields.set("Authorization", "Bearer a")
        request.body = body
        QueryMeasurement.status(of: request, on: members)
        QueryMeasurement.evaluate(batch: request, on: members)
        guard let parts = try? GraphBatch.parts(request) else { continue }
        guard parts.count <= 20, Set(parts.map(\.id)).count == parts.count else { abort() }
        for part in parts {
            guard part.request.url.origin == url.origin, part.request.fields.all("Authorization") == ["Bearer a"],
                PathSegments.of(part.request.url)?.contains(where: { $0.lowercased() == "$batch" }) == false
            else { abort() }
            _ = try? GraphBody(part.request).check(.user)
        }
    }
    return 0
}
