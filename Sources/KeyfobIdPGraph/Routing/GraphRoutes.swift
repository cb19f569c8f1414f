package import KeyfobIdPCore
import KeyfobOAuth

/// Microsoft Graph's rows of the route table. Its addresses have a form of their own, which ``GraphDispatch`` reads.
package enum GraphRoutes {
    /// The rows: `v1.0`, and `beta`, for which the same holds here.
    package static let rows: [Route] = [
        row("/v1.0/{a}"), row("/v1.0/{a}/{b}"), row("/v1.0/{a}/{b}/{c}"), row("/v1.0/{a}/{b}/{c}/{d}"),
        row("/v1.0/{a}/{b}/{c}/{d}/{e}"), row("/v1.0/{a}/{b}/{c}/{d}/{e}/{f}"),
        row("/v1.0/{a}/{b}/{c}/{d}/{e}/{f}/{g}"),
        row("/beta/{a}"), row("/beta/{a}/{b}"), row("/beta/{a}/{b}/{c}"), row("/beta/{a}/{b}/{c}/{d}"),
        row("/beta/{a}/{b}/{c}/{d}/{e}"), row("/beta/{a}/{b}/{c}/{d}/{e}/{f}"),
        row("/beta/{a}/{b}/{c}/{d}/{e}/{f}/{g}"),
    ]

    private static func row(_ path: StaticString) -> Route {
        Route(.get, .post, .patch, .put, .delete, path: path, .graph, .v2, GraphService.answer)
    }
}
