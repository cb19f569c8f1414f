#if Server && os(Linux)
import ArgumentParser
import KeyfobCore
import Foundation
import KeyfobDeviceClient
import KeyfobDeviceProtocol

/// The options that name a device.
struct FolderOption: ParsableArguments {
    @Option(name: .long, help: "The device's folder.", completion: .directory)
    var folder: String?

    func validate() throws {
        guard !path.hasReplacedBytes else {
            throw ValidationError("The device's folder has a name that is not UTF-8.")
        }
    }

    /// The folder, as an absolute path.
    var path: String {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["KEYFOB_HOME"] ?? NSHomeDirectory() + "/.local/share/keyfob"
        return URL(fileURLWithPath: folder ?? "\(home)/device").standardizedFileURL.path
    }

    /// The owner's connection to the device.
    func connect() throws(DeviceError) -> AdminConnection { try AdminConnection(path: "\(path)/run/admin.sock") }
}
#endif
