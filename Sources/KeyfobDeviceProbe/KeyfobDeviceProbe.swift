@main
struct KeyfobDeviceProbe {
    static func main() {
        print("keyfob-device-probe")
    }
}
