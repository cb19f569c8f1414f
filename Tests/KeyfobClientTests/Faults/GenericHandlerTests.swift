import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("An app that handles two errors")
struct GenericHandlerTests {
    private enum Shown: Equatable { case result, signIn, partly, message(String) }

    /// All that an app has to write.
    private func ask(_ app: PublicClientApplication, _ parameters: SilentParameters) async -> Shown {
        do {
            _ = try await app.acquireTokenSilent(parameters)
            return .result
        } catch AuthError.interactionRequired {
            return .signIn
        } catch AuthError.serverDeclinedScopes {
            return .partly
        } catch {
            return .message(String(describing: error))
        }
    }

    @Test("R119: its generic handler survives every number that a server can return, and every code of the SDK")
    func everyCode() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true)
        for entry in ErrorCatalogue.all {
            let body = OAuthError(entry.number).response(
                correlationID: "c", traceID: "t", now: world.clock.unixSeconds)
            world.faults.fail(
                .answer(
                    HTTPResponse(
                        status: entry.status, fields: ["Content-Type": "application/json"], body: body.json.bytes())),
                to: "/token", count: 1)
            switch await ask(app, parameters) {
            case .result, .partly: Issue.record("AADSTS\(entry.number) was treated as a result.")
            case .signIn: break
            case .message(let text): #expect(!text.isEmpty && !text.contains(first.accessToken.reveal()))
            }
            // The effect of the refused call is undone for the next one, and the refusal is no longer remembered.
            world.clock.advance(seconds: 120)
            if try world.store.partition(homeAccountID: first.account.identifier)?.refreshTokens.isEmpty ?? true {
                _ = try await world.signedIn()
            }
        }
        for code in Self.codes {
            let store = FailingStore(base: world.store, code: code)
            let shown = await ask(try world.app(store: store), parameters)
            switch code {
            case .interactionRequired: #expect(shown == .signIn)
            case .serverDeclinedScopes: #expect(shown == .partly)
            default: #expect(shown == .message("It failed: \(code)."))
            }
        }
    }

    /// All existing codes, and one that this version does not know.
    private static let codes = AuthError.Code.all + [AuthError.Code(rawValue: "ofALaterVersion")]
}
