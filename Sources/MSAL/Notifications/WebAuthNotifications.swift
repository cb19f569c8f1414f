import Foundation
import KeyfobFlows

/// Posts the notifications of the pages in an embedded view. The addresses have no query.
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
