import ADAL
import Foundation
import KeyfobBackport
import MSAL
import Testing

@Suite("MSAL and ADAL in one process", .ownProcess)
struct TwoFacesTests {
    @Test(
        "R136: where ADAL is linked too, each application's log warns against both in production, as the page states"
    )
    func warning() async throws {
        let warnings = Mutex<[String]>([])
        MSALGlobalConfig.loggerConfig.setLogCallback { level, message, _ in
            if level == .warning { warnings.withLock { $0.append(message ?? "") } }
        }
        let world = try await World()
        _ = try world.app()
        _ = try world.app("b")
        #expect(String(describing: ADAuthenticationContext.self) == "ADAuthenticationContext")
        #expect(warnings.withLock { $0.count { $0.contains("not supported in production") } } == 2)
        let page = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/msal.md"),
            encoding: .utf8)
        let text = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("ADAL and MSAL together in production is not supported"))
    }
}
