import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel

/// The pages of device management.
enum DevicePages {
    static func enroll(ticket: String, device: RegisteredDevice, tenant: String) -> Page {
        let content: HTML = """
            <p><strong>\(tenant)</strong> asks to manage <strong>\(device.displayName)</strong>. It will see the \
            device's system and version, and can block its access to the organization's data.</p>
            <form method="post" action="/common/intune/enroll" name="enroll">
            <input type="hidden" name="ticket" value="\(exactly: ticket)">
            <div class="actions">
            <button type="submit" name="action" value="enroll">Enrol this device</button>
            </div>
            </form>
            """
        return Page(id: .enroll, title: "Enrol the device", content: content, furtherTargets: ["msauth:"])
    }

    static func compliance(ticket: String, device: RegisteredDevice, lacks: [String]) -> Page {
        let items: [HTML] = lacks.map { "<li>\($0)</li>\n" }
        let list: HTML = lacks.isEmpty ? "<p>Nothing is missing.</p>" : "<ul id=\"shortcomings\">\n\(items)</ul>"
        let content: HTML = """
            <p><strong>\(device.displayName)</strong> is not compliant with the organization's rules:</p>
            \(list)
            <form method="post" action="/common/intune/compliance" name="compliance">
            <input type="hidden" name="ticket" value="\(exactly: ticket)">
            <div class="actions">
            <button type="submit" name="action" value="recheck">Check again</button>
            </div>
            </form>
            """
        return Page(
            id: .compliance, title: "Make the device compliant", content: content, furtherTargets: ["msauth:"])
    }
}
