import Foundation
package import KeyfobBrokerClient
package import KeyfobBrokerProtocol
package import KeyfobCore
import KeyfobDeviceProtocol
import KeyfobSetup

extension BrokerAccess {
    /// Makes the broker access of an app on the device, all of it through the app's connection to the switchboard.
    ///
    /// - Parameters:
    ///   - connection: the app's connection.
    ///   - identity: the broker.
    ///   - lifeCycle: the app's life cycle, to which the reader of the connection's events passes each moment.
    ///   - accessGroup: the group in which the suite stores the key for responses, with its team's prefix; nil for the
    ///     app's own.
    /// - Throws: ``KeyfobCore/AuthError`` with code `configuration` if the app's installed property lists cannot be read.
    package init(
        device connection: DeviceConnection, identity: BrokerIdentity, lifeCycle: DeviceLifeCycle,
        accessGroup: String? = nil
    ) throws(AuthError) {
        let own = connection.identity
        guard let info = FileManager.default.contents(atPath: "\(own.bundlePath)/Info.plist") else {
            throw .configuration(
                "The installed bundle has no Info.plist that can be read.", remedy: "Install the app again.")
        }
        let entitlements = FileManager.default.contents(atPath: "\(own.bundlePath)/entitlements.plist")
        self.init(
            identity: identity,
            facts: try BundleFacts(
                infoPlist: Array(info), entitlements: entitlements.map { Array($0) }, teamID: own.teamID,
                platform: .iOS),
            opener: DeviceURLOpener(connection), memory: DeviceBrokerMemory(connection),
            secrets: KeychainBrokerSecrets(keychain: DeviceKeychain(connection), accessGroup: accessGroup))
        singleSignOn = DeviceSingleSignOn(connection)
        pasteboard = DevicePasteboard(connection)
        self.lifeCycle = lifeCycle
        urls = DeviceAppURLs(connection)
        app.name = own.name
        app.version = own.version
    }
}
