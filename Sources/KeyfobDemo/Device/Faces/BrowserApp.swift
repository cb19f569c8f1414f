#if Server
import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting
import KeyfobBackport

/// The device's browser, with the person at it: the app that owns `https`. Every app's pages come here, and so do the
/// provider's cookies; where a page leads to another scheme, the device opens that app. It may have a certificate of
/// the person's.
final class BrowserApp: DeviceFace {
    private struct State {
        var person = Person(user: "", password: "")
        var identity: ClientIdentity?
        var cookies = CookieJar()
        var pages: [String] = []
    }

    private let device: DeviceConnection
    private let caFile: String
    private let clock: DeviceClock
    private let state = Mutex(State())

    init(_ device: DeviceConnection) throws {
        self.device = device
        let configuration = try AppConfiguration(file: "\(device.identity.bundlePath)/app.json")
        caFile = configuration.caFile
        clock = DeviceClock(device)
    }

    func handOn(_ opened: OpenedURL) -> Bool {
        Task { await self.show(opened.url) }
        return true
    }

    private func show(_ address: String) async {
        let (person, identity, cookies) = state.withLock { ($0.person, $0.identity, $0.cookies) }
        guard let url = HTTPURL(address),
            let transport = try? AsyncHTTPTransport(trust: .caFile(caFile), identity: identity)
        else { return }
        var browser = FormBrowser(transport: transport, clock: clock, cookies: cookies)
        let visit = try? await person.visit(url, with: &browser)
        await transport.shutdown()
        guard let visit else { return }
        let jar = browser.cookies
        state.withLock { state in
            state.cookies = jar
            state.pages += visit.pages
        }
        if let redirect = visit.redirect { _ = try? await device.open(redirect) }
    }

    func perform(_ verb: String, _ request: JSONValue) async throws -> JSONValue {
        switch verb {
        case "setUser":
            state.withLock {
                $0.person = Person(user: request["user"]?.stringValue ?? "", password: SeedNames.password)
            }
            return ["ok": true]
        case "hold":
            let pem = request["certificate"]?.stringValue ?? ""
            state.withLock { state in
                state.person = Person(user: request["user"]?.stringValue ?? "", password: "")
                state.person.usesCertificate = true
                state.identity = ClientIdentity(certificatePEM: pem, privateKeyPEM: Secret(pem))
            }
            return ["ok": true]
        case "forget":
            state.withLock { $0.cookies = CookieJar() }
            return ["ok": true]
        case "visits": return ["ok": true, "accounts": .strings(state.withLock { $0.pages })]
        default: return ["ok": false, "code": "unknown"]
        }
    }
}
#endif
