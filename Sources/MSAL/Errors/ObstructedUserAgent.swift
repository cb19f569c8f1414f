import KeyfobCore
import KeyfobFlows

/// A user agent for a page that cannot be shown: it throws the reason.
struct ObstructedUserAgent: UserAgent {
    /// The error that the app gets.
    let error: any Error

    /// The user agent that `make` makes, or one of these with its error.
    static func unless(_ make: () throws -> any UserAgent) -> any UserAgent {
        do {
            return try make()
        } catch {
            return ObstructedUserAgent(error: error)
        }
    }

    func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        throw AuthError(
            .userAgentUnavailable, origin: .app, message: "The page cannot be shown.", cause: Obstacle(error: error))
    }

    /// The cause that carries the app's error.
    struct Obstacle: Error {
        let error: any Error
    }
}
