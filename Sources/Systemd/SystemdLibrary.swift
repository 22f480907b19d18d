import Glibc

/// libsystemd, loaded when it is first needed: most machines' daemon never calls it.
package struct SystemdLibrary: Sendable {
  /// The library's handle as a number, since a pointer is not `Sendable`.
  private let handle: UInt

  package init(_ name: String = "libsystemd.so.0") throws(NoLibrary) {
    // Never unloaded: it has thread-local variables, whose destructors would run after the code is
    // gone.
    guard let handle = dlopen(name, RTLD_LAZY | RTLD_NODELETE) else { throw NoLibrary(reason: Self.reason) }
    self.handle = UInt(bitPattern: handle)
  }

  /// A function by name, with the type that its header declares.
  package func function<Function>(_ name: String, as type: Function.Type) -> Function {
    guard let address = dlsym(UnsafeMutableRawPointer(bitPattern: handle), name) else {
      preconditionFailure("libsystemd has had \(name) for longer than logind writes lights")
    }
    // dlsym(3) returns functions as data, and Swift has no other conversion between the two.
    return unsafeBitCast(address, to: type)
  }

  private static var reason: String { dlerror().map { String(cString: $0) } ?? "it cannot be loaded" }
}

package struct NoLibrary: Error, Hashable {
  package let reason: String
}
