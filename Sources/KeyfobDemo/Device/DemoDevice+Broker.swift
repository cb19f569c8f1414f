#if Server
import Foundation
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting

extension DemoDevice {
    /// The channels that the broker supports.
    enum BrokerKind: Sendable {
        /// The single sign-on extension and URLs.
        case withExtension
        /// URLs alone: each sign-in brings the broker to the front.
        case urlsOnly
        /// An old broker: URLs alone, and its responses repeat no nonce, so that it does not answer to the newest scheme.
        case outdated
    }

    /// Installs the broker as its own command packs it, and sets up the person at its pages.
    ///
    /// - Parameters:
    /// - kind: The channels that it supports.
    /// - isManaged: Whether the company deploys it, and not the person.
    /// - policy: The administrator's policy for it.
    /// - bundleID: Its bundle id; another one makes it a broker that no app has in its table.
    /// - hosts: Further names under which the provider is served, on this machine.
    func installBroker(
        _ kind: BrokerKind = .withExtension, isManaged: Bool = false, policy: JSONValue? = nil,
        bundleID: String = DemoApps.broker, hosts: [String] = []
    ) async throws {
        let bundle = "\(directory.path)/bundles/broker.app"
        try? FileManager.default.removeItem(atPath: bundle)
        let base = try await provider.baseURL()
        var arguments = [
            "bundle", bundle, "--schemes", "microsoft", "--provider-host", base.hostAndPort, "--ca-file",
            "\(directory.path)/ca.pem", "--browser",
            "\(program) browser --browser-folder \(browserFolder.directory) --ca-file \(directory.path)/ca.pem",
        ]
        for host in hosts {
            arguments += ["--provider-host", "\(host):\(base.effectivePort)", "--resolve", "\(host)=127.0.0.1"]
        }
        if let policy {
            let file = "\(directory.path)/bundles/policy.json"
            try Data(policy.bytes()).write(to: URL(fileURLWithPath: file))
            arguments += ["--policy", file]
        }
        let packed = try await ChildProcess.run(
            "\(directory.path)/programs/keyfob-broker", arguments,
            environment: ["HOME": directory.path, "PATH": "/usr/bin:/bin"])
        try require(packed.status == 0, "keyfob-broker bundle: \(packed.errors)")
        if bundleID != DemoApps.broker {
            for name in ["Info.plist", "entitlements.plist"] {
                let path = "\(bundle)/\(name)"
                let text = try String(contentsOfFile: path, encoding: .utf8)
                try text.replacing(DemoApps.broker, with: bundleID)
                    .write(toFile: path, atomically: true, encoding: .utf8)
            }
        }
        if kind != .withExtension { try FileManager.default.removeItem(atPath: "\(bundle)/entitlements.plist") }
        if kind == .outdated { try Self.makeOutdated("\(bundle)/Info.plist") }
        _ = try await owner.install(bundle, isManaged: isManaged)
        try await setUser(SeedNames.ada, before: bundleID)
    }

    /// Removes the newest scheme from a broker's property list.
    private static func makeOutdated(_ file: String) throws {
        let place = URL(fileURLWithPath: file)
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: place), format: nil)
        guard var info = list as? [String: Any], let types = info["CFBundleURLTypes"] as? [[String: Any]] else {
            throw Disproved("the broker's Info.plist has no URL types")
        }
        let nonce = BrokerSchemes.microsoft.nonce
        info["CFBundleURLTypes"] = types.map { type in
            var type = type
            type["CFBundleURLSchemes"] = (type["CFBundleURLSchemes"] as? [String])?.filter { $0 != nonce }
            return type
        }
        try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0).write(to: place)
    }

    /// Removes the broker from the device, with its data.
    func removeBroker() async throws { try await owner.perform(.uninstall(bundleID: DemoApps.broker)) }

    /// Sets the person at the broker's pages, and their behaviour.
    ///
    /// - Parameters:
    /// - leaves: Whether they go back to the app from the first page.
    /// - authenticatorKey: The key in their authenticator app.
    /// - usesCertificate: Whether they sign in by certificate where that is offered.
    /// - broker: The broker with the pages.
    func setUser(
        _ user: String, password: String = SeedNames.password, leaves: Bool = false, authenticatorKey: String? = nil,
        usesCertificate: Bool = false, before broker: String = DemoApps.broker
    ) async throws {
        try await brokersBrowserFolder(broker).setUser(
            user, password: password, leaves: leaves, authenticatorKey: authenticatorKey,
            usesCertificate: usesCertificate)
    }

    /// The browser's folder, whose files belong to the user under whose id the broker's browser runs.
    func brokersBrowserFolder(_ broker: String = DemoApps.broker) async throws -> BrowserFolder {
        var browserFolder = browserFolder
        if provesCallers { browserFolder.userID = try await listing(broker).userID }
        return browserFolder
    }

    /// The device owner's view of an app.
    func listing(_ bundleID: String) async throws -> AppListing {
        guard let listing = try await owner.apps().first(where: { $0.origin.bundleID == bundleID }) else {
            throw Disproved("\(bundleID) is not installed")
        }
        return listing
    }
}
#endif
