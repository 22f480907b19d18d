import Glibc

package enum Kernel {
  /// The release, such as "6.12.48+deb13-amd64".
  package static var release: String {
    var names = utsname()
    uname(&names)
    return withUnsafeBytes(of: &names.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
