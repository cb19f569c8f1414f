// Module: KeyfobIdPGraph
//
// Filters, searches and addresses of Microsoft Graph: reading is total, and so is evaluating what was read.
import Foundation
import KeyfobCore
import KeyfobOAuth

@testable import KeyfobIdPGraph

/// Tries one input.
func fuzzGraphFilters(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let members: [String: JSONValue] = [
        "displayName": "Ada", "accountEnabled": true, "otherMails": ["ada@home.test"], "count": 3,
        "createdDateTime": "2026-11-26T08:00:00Z", "web": ["redirectUris": ["https://a.test"]],
    ]
    if let filter = try? FilterParser.parse(text) {
        _ = FilterEvaluation(members).matches(filter)
        _ = filter.required("displayName")
    }
    for option in ["$filter", "$search", "$orderby", "$select", "$expand"] {
        let address = "https://a.test/v1.0/users?\(option)=\(PercentEncoding.encode(text))"
        guard let url = HTTPURL(address) else { continue }
        let query = try? ODataQuery(HTTPRequest(method: .get, url: url)).checked(for: .user)
        _ = query?.accepts(GraphEntity(.user, id: "1", members))
    }
    if let search = try? SearchExpression(text) { _ = search.matches(members, searchable: ["displayName"]) }
    _ = GraphPath(text.split(separator: "/").map(String.init))
    _ = GraphReference.id(text)
    _ = SecurityIdentifier.of(text)
    return 0
}
