import Foundation
package import KeyfobDBus
package import KeyfobTesting

/// A session bus and a GNOME Keyring of one test, with their own home: no display, nothing of the machine's.
///
/// The bus starts no service by itself, so that an ended keyring stays ended.
package final class Keyring: Sendable {
    /// A service that did not start.
    package struct NotStarted: Error, CustomStringConvertible {
        /// The service, and the package that contains it.
        package let description: String
    }

    /// The folder of its files.
    package let directory: TemporaryDirectory
    private let bus: ChildProcess
    private let daemon: ChildProcess?
    /// The variables with which a process finds the bus.
    package let environment: [String: String]

    /// Starts both.
    ///
    /// - Parameter password: Opens the login keyring; nil for a bus without a keyring.
    package init(password: String? = "correct horse") async throws {
        directory = try TemporaryDirectory("keyfob-keyring")
        let files = FileManager.default
        for name in ["home", "run"] {
            try files.createDirectory(
                atPath: "\(directory.path)/\(name)", withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
        }
        let configuration = "\(directory.path)/bus.conf"
        try Self.configuration(socket: "\(directory.path)/socket").write(
            toFile: configuration, atomically: true, encoding: .utf8)
        let path = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        bus = try ChildProcess(
            "/usr/bin/env", ["dbus-daemon", "--config-file=\(configuration)", "--nofork", "--print-address=1"],
            environment: path)
        guard let address = await bus.nextLine() else {
            throw NotStarted(description: "dbus-daemon did not start; is the package dbus installed?")
        }
        environment = path.merging([
            "DBUS_SESSION_BUS_ADDRESS": address, "HOME": "\(directory.path)/home",
            "XDG_RUNTIME_DIR": "\(directory.path)/run",
        ]) { $1 }
        guard let password else {
            daemon = nil
            return
        }
        let client = try DBusConnection(DBusAddress(address), timeoutSeconds: 120)
        let owned = DBusSignal("org.freedesktop.DBus", "NameOwnerChanged", path: "/org/freedesktop/DBus")
        try client.subscribe(owned)
        daemon = try ChildProcess(
            "/usr/bin/env", ["gnome-keyring-daemon", "--unlock", "--components=secrets", "--foreground"],
            environment: environment)
        if let daemon { StartedKeyrings.current?.append(daemon) }
        try daemon?.write(password)
        daemon?.closeInput()
        while true {
            guard let change = try client.next(owned, timeoutSeconds: 120) else {
                throw NotStarted(description: "The keyring did not start; is gnome-keyring installed?")
            }
            if change.first?.text == "org.freedesktop.secrets" { return }
        }
    }

    deinit {
        daemon?.signal(SIGKILL)
        bus.signal(SIGKILL)
        directory.remove()
    }

    /// A connection to the bus.
    package func connect() throws(DBusError) -> DBusConnection {
        try DBusConnection(DBusAddress(environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""), timeoutSeconds: 120)
    }

    /// Ends the keyring, and returns when it has ended.
    ///
    /// - Parameter signal: The signal to send.
    package func kill(by signal: Int32 = SIGKILL) async {
        daemon?.signal(signal)
        _ = await daemon?.outcome()
    }

    /// Ends the bus, and returns when it has ended.
    package func killBus() async {
        bus.signal(SIGKILL)
        _ = await bus.outcome()
    }

    private static func configuration(socket: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:path=\(socket)</listen>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """
    }
}
