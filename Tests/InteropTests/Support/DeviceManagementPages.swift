import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The pages that fix a device. Only a broker's web view is sent there, after its device has proved itself.
enum DeviceManagementPages {
    private static let device = RegisteredDevice(
        id: "99999999-0000-4000-8000-00000000000d", tenantID: SeedData.tenantID, ownerID: SeedData.adaID,
        displayName: "Ada's phone", joinType: .register, operatingSystem: "iOS", operatingSystemVersion: "17.2",
        certificate: [], transportKey: [], registeredAt: 1)

    /// A transport that marks each request as a web view's, and keeps the last page.
    private final class WebView: HTTPTransport {
        let provider: InMemoryProvider
        let recorder: RecordingTransport

        init(_ provider: InMemoryProvider) {
            self.provider = provider
            recorder = RecordingTransport(provider)
        }

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            var request = request
            request.fields.set("x-ms-PkeyAuth+", "1.0")
            return try await recorder.send(request)
        }

        var page: [UInt8] { recorder.exchanges.last?.response?.body ?? [] }
    }

    /// Each page's name, and an address that contains its bytes.
    static func addresses() async throws -> [(name: String, address: String)] {
        let provider = try await InMemoryProvider(clock: MovableClock())
        let view = WebView(provider)
        var browser = FormBrowser(transport: view, clock: MovableClock())
        try await provider.admin.require("compliantDevice")
        try await provider.admin.apply(
            ["trust": ["devices": ["compliance": ["minimumVersions": ["iOS": "17.4"]]]]])
        try await provider.store.transaction { try $0.put(device) }
        _ = try await signIn(provider, &browser)
        let cookie = browser.cookies.field(for: provider.base, now: MovableClock().now) ?? ""
        try await prove(cookie, provider)
        var pages: [(String, String)] = []
        for name in ["enroll", "compliance"] {
            let target = try await signIn(provider, &browser)
            let query = target.split(separator: "?", maxSplits: 1).last.map(String.init) ?? ""
            let address = try FormParameters(parsing: query)["intuneRedirectUrl"] ?? ""
            let url = try #require(HTTPURL(address))
            guard case .page(_, let page, _) = try await browser.open(url) else { continue }
            pages.append((name, "data:text/html;base64," + Data(view.page).base64EncodedString()))
            // Enrolled, so that the next page is about compliance.
            let form = try #require(page.forms.first)
            _ = try await browser.send(form, form.submission(), from: url)
        }
        return pages
    }

    private static func signIn(_ provider: InMemoryProvider, _ browser: inout FormBrowser) async throws -> String {
        let form = FormParameters([
            ("client_id", Contoso.suite), ("response_type", "code"), ("redirect_uri", "http://localhost:1/contoso-a"),
            ("scope", "openid \(Contoso.read)"),
        ])
        let url = form.appended(to: provider.base.with(path: "/common/oauth2/v2.0/authorize"))
        return try await Person(user: Contoso.ada, password: Contoso.password)
            .visit(url, with: &browser).redirect ?? ""
    }

    /// Records in the browser's session the evidence that a device's key would have proved.
    private static func prove(_ cookies: String, _ provider: InMemoryProvider) async throws {
        let session = cookies.split(separator: ";").map { $0.filter { $0 != " " } }.first {
            $0.hasPrefix("__Host-ESTSAUTH=")
        }
        let value = session?.split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""
        try await provider.store.transaction { transaction in
            guard var session = try transaction.session(idHash: Digest.sha256(Array(value.utf8))) else { return }
            session.accounts[0].evidence.deviceID = device.id
            session.accounts[0].evidence.isBrokered = true
            try transaction.put(session)
        }
    }
}
