import UIKit

/// An app without a page: its tests run inside it, with its keychain group.
@main
final class HostApp: UIResponder, UIApplicationDelegate {}
