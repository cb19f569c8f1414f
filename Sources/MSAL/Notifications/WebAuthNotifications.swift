import Foundation
import KeyfobFlows

/// Tells who listens of what an embedded view shows. The addresses have no query.
enum WebAuthNotifications {
    static func post(_ event: PageEvent) {
        switch event {
        case .didStartLoad(let address): post(.MSALWebAuthDidStartLoad, ["url": address])
        case .didFinishLoad(let address): post(.MSALWebAuthDidFinishLoad, ["url": address])
        case .didFail(let address): post(.MSALWebAuthDidFail, ["url": address])
        case .didComplete: post(.MSALWebAuthDidComplete, [:])
        }
    }

    private static func post(_ name: NSNotification.Name, _ info: [String: String]) {
        NotificationCenter.default.post(name: name, object: nil, userInfo: info)
    }
}
