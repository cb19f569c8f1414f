import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting

/// Headless Chromium with its own profile, which trusts the test's CA through a private NSS database and nothing else.
final class Chromium: Sendable {
    let browser: WebDriver
    private let driver: ChildProcess
    private let home: String

    /// Starts the driver and a browser.
    ///
    /// - Parameter caFile: The CA whose certificates it trusts; nil for none.
    init(trusting caFile: String?, transport: any HTTPTransport) async throws {
        home = try await Self.makeHome(trusting: caFile)
        var environment = ProcessInfo.processInfo.environment
        environment["HOME"] = home
        environment["TMPDIR"] = home
        // Without its own bus a headless browser waits for the desktop's.
        environment["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
        let line: String
        (driver, line) = try await Self.startDriver(environment)
        guard let port = line.split(whereSeparator: { !$0.isNumber }).last.flatMap({ Int($0) }),
            let url = HTTPURL("http://127.0.0.1:\(port)/")
        else { throw Witness.Missing(description: "chromedriver did not name its port: \(line)") }
        let options: JSONValue = [
            "args": .strings(
                [
                    "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=900,900",
                    // The provider's further hosts end in `.test`, which no name server knows.
                    "--host-resolver-rules=MAP *.test 127.0.0.1",
                ]
                    // Chromium's sandbox refuses to run for root.
                    + (geteuid() == 0 ? ["--no-sandbox"] : [])),
            "binary": .string(try Witness.program("chromium")),
        ]
        browser = try await WebDriver.open(
            driver: url, transport: transport,
            capabilities: [
                "browserName": "chrome", "acceptInsecureCerts": false, "goog:chromeOptions": options,
                "goog:loggingPrefs": ["browser": "ALL"],
            ])
    }

    /// Ends the browser and the driver, and removes the profile.
    func close() async {
        await browser.close()
        // chromedriver ignores SIGTERM once it has had a session.
        driver.signal(SIGKILL)
        try? FileManager.default.removeItem(atPath: home)
    }

    /// Starts chromedriver, and returns the line that names its port.
    ///
    /// It takes a free port of IPv4 and then the same of IPv6, which another process may have taken meanwhile.
    private static func startDriver(_ environment: [String: String]) async throws -> (ChildProcess, String) {
        var said = ""
        for _ in 0..<3 {
            let driver = try ChildProcess(
                try Witness.program("chromedriver"), ["--port=0"], environment: environment)
            while let line = await driver.nextLine() {
                if line.contains("started successfully on port") { return (driver, line) }
            }
            said = await driver.outcome().errors
            guard said.contains("Address already in use") else { break }
        }
        throw Witness.Missing(description: "chromedriver ended: \(said)")
    }

    private static func makeHome(trusting caFile: String?) async throws -> String {
        let home = NSTemporaryDirectory() + "keyfob-chromium-" + UUID().uuidString.prefix(8)
        let database = home + "/.pki/nssdb"
        try FileManager.default.createDirectory(atPath: database, withIntermediateDirectories: true)
        let certutil = try Witness.program("certutil")
        let trust = caFile.map { [["-d", "sql:" + database, "-A", "-t", "C,,", "-n", "keyfob", "-i", $0]] } ?? []
        for arguments in [["-d", "sql:" + database, "-N", "--empty-password"]] + trust {
            guard try await Witness.run(certutil, arguments).status == 0 else {
                throw Witness.Missing(description: "certutil could not make Chromium's certificate database.")
            }
        }
        return home
    }
}
