import Foundation
package import KeyfobDeviceProtocol

/// The device in a separate process: `keyfob-device serve`, in its own folder.
package actor SwitchboardProcess {
    /// The reason why the device is not running.
    package struct ProcessError: Error, CustomStringConvertible {
        /// A description of the reason.
        package let description: String
    }

    /// The device's folder. Every user has to be able to reach it: apps have separate user ids.
    package nonisolated let folder: String
    private let os: DeviceOS
    private let isSingleUser: Bool
    private let environment: [String: String]
    private let executable: String
    private var process: ChildProcess?

    /// Prepares a device.
    ///
    /// - Parameters:
    /// - folder: An absolute path; made if it does not exist.
    /// - os: The operating system whose rules it follows.
    /// - isSingleUser: Whether all apps get one user id, so that nothing about callers is proved.
    /// - executable: `keyfob-device`.
    /// - environment: The environment of the process; apps get none of it.
    package init(
        folder: String, os: DeviceOS = .ios13, isSingleUser: Bool = false,
        executable: String = BuildProducts.executable("keyfob-device"), environment: [String: String]
    ) {
        self.folder = folder
        self.os = os
        self.isSingleUser = isSingleUser
        self.executable = executable
        self.environment = environment
    }

    /// The socket of the device's owner.
    package nonisolated var adminSocket: String { "\(folder)/run/admin.sock" }
    /// The socket that apps connect to.
    package nonisolated var deviceSocket: String { "\(folder)/run/device.sock" }

    /// The output of an app so far.
    package nonisolated func log(of bundleID: String) -> String {
        FileManager.default.contents(atPath: "\(folder)/logs/\(bundleID).log").map {
            String(decoding: $0, as: UTF8.self)
        }
            ?? ""
    }

    /// Starts the device and returns when apps can connect.
    ///
    /// - Throws: ``ProcessError`` with its output, if it ends instead.
    package func start() async throws {
        var arguments = ["serve", "--folder", folder, "--os", os.rawValue]
        if isSingleUser { arguments.append("--insecure-single-uid") }
        let process = try ChildProcess(executable, arguments, environment: environment)
        self.process = process
        while let line = await process.nextLine() {
            if line.contains("is ready") { return }
        }
        let outcome = await process.outcome()
        throw ProcessError(description: "The device ended (\(outcome.status)): \(outcome.errors)")
    }

    /// Ends the device with all its apps, and waits for their end.
    package func stop() async {
        process?.terminate()
        _ = await process?.outcome()
        process = nil
    }
}
