/// The port to the URLs that the operating system opens the app with, before the app's own delegate hears of them: what ADAL
/// reached by replacing the delegate's methods.
///
/// Only the face of ADAL listens: an app on any other hands each URL on itself, and so has a say in it.
public protocol AppURLs: AnyObject, Sendable {
    /// Offers every URL to a listener first, from now on and for as long as the process runs. One that is taken does not
    /// reach the app's delegate; the others do, as ever.
    ///
    /// - Parameter listener: gets the URL, and who has opened it if the system says so; returns whether it takes it.
    func offer(to listener: @escaping @Sendable (_ url: String, _ sourceApplication: String?) -> Bool)
}
