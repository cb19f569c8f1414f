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
    let budget = QueryBudget()
    if let filter = try? FilterParser.parse(text) {
        _ = try? FilterEvaluation(members, budget).matches(filter)
        _ = filter.required("displayName")
    }
    for option in ["$filter", "$search", "$orderby", "$select", "$expand"] {
        let address = "https://a.test/v1.0/users?\(option)=\(PercentEncoding.encode(text))"
        guard let url = HTTPURL(address) else { continue }
        let query = try? ODataQuery(HTTPRequest(method: .get, url: url)).checked(for: .user)
        _ = try? query?.accepts(VisibleEntity(made: GraphEntity(.user, id: "1", members)), budget)
    }
    if let search = try? SearchExpression(text) {
        _ = try? search.matches(GraphEntity(.user, id: "1", members), budget)
    }
    _ = GraphPath(text.split(separator: "/").map(String.init))
    _ = GraphReference.id(text)
    _ = SecurityIdentifier.of(text)
    return 0
}
