import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting

/// Headless Chromium with a profile of its own, which trusts our CA through a private NSS database and nothing else.
final class Chromium: Sendable {
    let browser: WebDriver
    private let driver: ChildProcess
    private let home: String

    /// Starts the driver and a browser.
    init(trusting caFile: String, transport: any HTTPTransport) async throws {
        home = try await Self.makeHome(trusting: caFile)
        var environment = ProcessInfo.processInfo.environment
        environment["HOME"] = home
        environment["TMPDIR"] = home
        // Without a bus of its own a headless browser waits for the desktop's.
        environment["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
        driver = try ChildProcess(try Witness.program("chromedriver"), ["--port=0"], environment: environment)
        var line = ""
        while !line.contains("started successfully on port") {
            guard let next = await driver.nextLine() else {
                throw Witness.Missing(description: "chromedriver ended: \(await driver.outcome().errors)")
            }
            line = next
        }
        guard let port = line.split(whereSeparator: { !$0.isNumber }).last.flatMap({ Int($0) }),
            let url = HTTPURL("http://127.0.0.1:\(port)/")
        else { throw Witness.Missing(description: "chromedriver did not name its port: \(line)") }
        let options: JSONValue = [
            "args": .strings(
                ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=900,900"]
                    // Chromium's sandbox refuses to run for root.
                    + (geteuid() == 0 ? ["--no-sandbox"] : [])),
            "binary": .string(try Witness.program("chromium")),
        ]
        browser = try await WebDriver.open(
            driver: url, transport: transport,
            capabilities: ["browserName": "chrome", "acceptInsecureCerts": false, "goog:chromeOptions": options])
    }

    /// Ends the browser and the driver, and removes the profile.
    func close() async {
        await browser.close()
        // chromedriver takes no SIGTERM as long as it has had a session.
        driver.signal(SIGKILL)
        try? FileManager.default.removeItem(atPath: home)
    }

    private static func makeHome(trusting caFile: String) async throws -> String {
        let home = NSTemporaryDirectory() + "keyfob-chromium-" + UUID().uuidString.prefix(8)
        let database = home + "/.pki/nssdb"
        try FileManager.default.createDirectory(atPath: database, withIntermediateDirectories: true)
        let certutil = try Witness.program("certutil")
        for arguments in [
            ["-d", "sql:" + database, "-N", "--empty-password"],
            ["-d", "sql:" + database, "-A", "-t", "C,,", "-n", "keyfob", "-i", caFile],
        ] {
            guard try await Witness.run(certutil, arguments).status == 0 else {
                throw Witness.Missing(description: "certutil could not make Chromium's certificate database.")
            }
        }
        return home
    }
}
