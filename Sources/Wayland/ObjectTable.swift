/// The objects of a connection, by their numbers, which are given from 1 on without a gap (wayland
/// 1.23, doc/publican/sources/Protocol.xml, "Creating Objects").
struct ObjectTable {
  private enum Place {
    case used(WaylandObject)
    /// Until the compositor has deleted its number, which it says, it may still report events.
    case destroyed(WaylandObject)
    case free
  }

  /// The one that is there from the start.
  static let display: UInt32 = 1

  /// That of a number is one before it.
  private var places: [Place] = [.used(.display)]

  /// The object of a number; nil for one that was destroyed.
  subscript(number: UInt32) -> WaylandObject? {
    if case .used(let object) = place(of: number) { object } else { nil }
  }

  /// The interface of an object, also of one that was destroyed.
  func interface(of number: UInt32) -> String? {
    switch place(of: number) {
    case .used(let object), .destroyed(let object): object.interface
    case .free: nil
    }
  }

  /// Adds an object, and returns its number.
  mutating func add(_ object: WaylandObject) -> UInt32 {
    let index = places.firstIndex { if case .free = $0 { true } else { false } } ?? places.count
    if index == places.count { places.append(.free) }
    places[index] = .used(object)
    return UInt32(index + 1)
  }

  /// Forgets an object, whose number is not free before `free` says so.
  mutating func destroy(_ number: UInt32) {
    if case .used(let object) = place(of: number) { places[Int(number) - 1] = .destroyed(object) }
  }

  /// Lets a number be used again; without effect on an object that was not destroyed.
  mutating func free(_ number: UInt32) {
    if case .destroyed = place(of: number) { places[Int(number) - 1] = .free }
  }

  private func place(of number: UInt32) -> Place {
    1...UInt32(places.count) ~= number ? places[Int(number) - 1] : .free
  }
}
