import KeyfobCore

/// The page on which the user selects a certificate, if the device has several.
struct CertificateChooserPage {
    let app: RequestingApp
    let names: [String]

    var page: BrokerPage {
        let buttons: [HTML] = names.enumerated().map { index, name in
            """
            <button class="wide" type="submit" name="certificate" value="\(String(index))">\
            <span id="certificate-\(String(index))">\(name)</span></button>

            """
        }
        let content: HTML = """
            \(BrokerPageFrame.app(app))
            <p>The provider will see the one that you choose; the app will not.</p>
            <form method="post" action="choose" name="certificates">
            \(buttons)<div class="actions">
            <button class="plain" type="submit" name="action" value="cancel">Cancel</button>
            </div>
            </form>
            """
        return BrokerPageFrame.page(.certificates, title: "Choose a certificate", content: content)
    }

    /// Returns the index of the selected certificate; nil if the user went back.
    func choice(_ submission: PageSubmission) -> Int? {
        guard submission["action"] != "cancel", let index = submission["certificate"].flatMap(Int.init),
            names.indices.contains(index)
        else { return nil }
        return index
    }
}
