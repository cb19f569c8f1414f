// SFSafariViewController.h (iOS)
public import Foundation

@MainActor
public protocol SFSafariViewControllerDelegate: AnyObject {
    func safariViewControllerDidFinish(_ controller: SFSafariViewController)
}

@MainActor
open class SFSafariViewController {
    public init(url: URL) {}
    public weak var delegate: (any SFSafariViewControllerDelegate)?
}
