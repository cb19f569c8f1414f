import KeyfobCore
import KeyfobFlows

/// Stands where a page cannot be shown, and says why when it is asked to show one.
struct ObstructedUserAgent: UserAgent {
    /// Why, as the app is told.
    let error: any Error

    /// What `make` makes, or one of these with its error.
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

    /// The cause by which the app's error is found again.
    struct Obstacle: Error {
        let error: any Error
    }
}
