import Hummingbird
import Keyfob

/// The service's three pages.
func routes(delegation: Delegation, files: FilesClient) -> Router<BasicRequestContext> {
    let router = Router()
    router.get("files") { _, _ in
        do throws(AuthError) {
            return page(.ok, try await files.list(with: try await delegation.token()), type: "application/json")
        } catch AuthError.interactionRequired {
            return page(.unauthorized, "No user is signed in. Open /sign-in.\n")
        } catch {
            // A remedy is for the operator of the service; it contains no secrets.
            return page(.badGateway, "\(error.message) \(error.remedy ?? "")\n")
        }
    }
    router.get("sign-in") { _, _ in
        do throws(AuthError) {
            return page(.ok, try await delegation.signInMessage() + "\n")
        } catch {
            return page(.badGateway, "\(error.message) \(error.remedy ?? "")\n")
        }
    }
    router.post("sign-out") { _, _ in
        do throws(AuthError) {
            try await delegation.signOut()
            return page(.ok, "Signed out.\n")
        } catch {
            return page(.badGateway, "\(error.message) \(error.remedy ?? "")\n")
        }
    }
    return router
}

private func page(_ status: HTTPResponse.Status, _ text: String, type: String = "text/plain") -> Response {
    Response(
        status: status, headers: [.contentType: type, .cacheControl: "no-store"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
}
