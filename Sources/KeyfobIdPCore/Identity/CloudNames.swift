import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The cloud in which a user is at home, for a client that admits users of other clouds.
struct CloudNames {
    let name: String
    let host: String
    let graph: String

    init(of user: User, _ context: RequestContext) {
        let home = context.directory.tenant(user.tenantID)?.cloud
        let port = context.request.url.port.map { ":\($0)" } ?? ""
        let own = HTTPURL(context.origin)?.hostAndPort ?? ""
        host =
            home == context.host.cloudName
            ? own : context.configuration.clouds.first { $0.name == home }.map { $0.preferredNetwork + port } ?? own
        name = home ?? own
        graph = host
    }
}
