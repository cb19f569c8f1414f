import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth

/// One operation of the admin API: its address, what it does, and the forms of its request and response. The route
/// table and the OpenAPI description are made from the same values.
struct AdminOperation: Sendable {
    /// A parameter of the query.
    struct Parameter: Sendable {
        let name: String
        let schema: AdminSchema
    }

    /// What a success contains.
    enum Success: Sendable {
        case json(AdminSchema)
        case yaml
        case nothing

        /// The HTTP status.
        var status: Int { if case .nothing = self { 204 } else { 200 } }
    }

    let method: HTTPMethod
    let path: StaticString
    let summary: String
    let query: [Parameter]
    let request: AdminSchema?
    let success: Success
    let handler: Route.Handler

    /// Makes an operation.
    ///
    /// - Parameters:
    ///   - query: the parameters of the query, all of which are optional.
    ///   - request: the body; nil if there is none.
    init(
        _ method: HTTPMethod, _ path: StaticString, _ summary: String, query: [Parameter] = [],
        request: AdminSchema? = nil, _ success: Success, _ handler: @escaping Route.Handler
    ) {
        self.method = method
        self.path = path
        self.summary = summary
        self.query = query
        self.request = request
        self.success = success
        self.handler = handler
    }

    /// The names of the path's variables.
    var variables: [String] {
        path.description.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }
}
