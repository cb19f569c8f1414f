// SFSafariViewController.h (iOS)
public import Foundation
public import UIKit

@MainActor
public protocol SFSafariViewControllerDelegate: AnyObject {
    func safariViewControllerDidFinish(_ controller: SFSafariViewController)
}

@MainActor
open class SFSafariViewController: UIViewController {
    public init(url: URL) {}
    public weak var delegate: (any SFSafariViewControllerDelegate)?
}
