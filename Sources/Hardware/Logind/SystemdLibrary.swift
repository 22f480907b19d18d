import Glibc

/// libsystemd, from the first time on that it is needed.
struct SystemdLibrary: Sendable {
  /// Of the library, since a pointer could not go from thread to thread.
  private let handle: UInt

  init(_ name: String = "libsystemd.so.0") throws(LogindError) {
    // It keeps variables for each thread, and so is never taken out of memory again.
    guard let handle = dlopen(name, RTLD_LAZY | RTLD_NODELETE) else { throw .noLibrary(Self.reason) }
    self.handle = UInt(bitPattern: handle)
  }

  /// A function by its name, as its header declares it.
  func function<Function>(_ name: String, as type: Function.Type) -> Function {
    guard let address = dlsym(UnsafeMutableRawPointer(bitPattern: handle), name) else {
      preconditionFailure("libsystemd has had \(name) for longer than logind writes lights")
    }
    return unsafeBitCast(address, to: type)
  }

  private static var reason: String { dlerror().map { String(cString: $0) } ?? "it cannot be loaded" }
}
