// SFSafariViewController.h (iOS)
public import Foundation
public import UIKit

@MainActor
public protocol SFSafariViewControllerDelegate: NSObjectProtocol {
    func safariViewControllerDidFinish(_ controller: SFSafariViewController)
}

@MainActor
open class SFSafariViewController: UIViewController {
    public init(url: URL) {}
    weak open var delegate: (any SFSafariViewControllerDelegate)?
}
