/// The port to the URLs that the app is opened with, before its own delegate gets them. ADAL got them by replacing the
/// delegate's methods.
///
/// Only ADAL's interface uses it; with any other, the app passes on each URL itself and decides which.
package protocol AppURLs: AnyObject, Sendable {
    /// Offers every URL to a listener first, for as long as the process runs. A URL that is handled does not reach the
    /// app's delegate; the others do.
    ///
    /// - Parameter listener: gets the URL, and the app that opened it if the system states it; returns whether it
    ///   handled the URL.
    func offer(to listener: @escaping @Sendable (_ url: String, _ sourceApplication: String?) -> Bool)
}
