/// A place in the store's tree that has effects: the root, or a mounted child. It exists only while
/// it or a place below it has effects, or while its child is there and derives some.
@usableFromInline final class Place {
  @usableFromInline let identity: ErasedID
  private unowned let effects: LiveEffects
  let siblings: MountedChildren?
  /// The living children, by the mount points of this place.
  @usableFromInline private(set) var mounted: [MountedChildren] = []
  // Keys, so that a place does not retain its effects, which retain their places.
  /// The effects at this place itself.
  private var ownEffects: [Int] = []
  private(set) var named: [ErasedID: [Int]] = [:]
  /// The throttle windows that are open at this place.
  var windows: [ErasedID: LiveEffect] = [:]
  /// Whether it stays without effects, as long as its child is there: for the derivations.
  private var isMounted = false
  /// The `FormerValue` of each derivation at this place, by the number of its operator.
  private var formerValues: [Int: AnyObject] = [:]

  init(identity: ErasedID, effects: LiveEffects, siblings: MountedChildren?) {
    self.identity = identity
    self.effects = effects
    self.siblings = siblings
  }

  private var isEmpty: Bool { ownEffects.isEmpty && mounted.isEmpty && !isMounted }

  func child(_ child: MountedChild) -> Place {
    if let place = existingChild(child) { return place }
    if let children = children(of: child.mount) { return children.add(child.identity, effects) }
    let children = MountedChildren(mount: child.mount, owner: self)
    mounted.append(children)
    return children.add(child.identity, effects)
  }

  func existingChild(_ child: MountedChild) -> Place? { children(of: child.mount)?[child.identity] }

  func children(of mount: Int) -> MountedChildren? { mounted.first { $0.mount == mount } }

  /// The place of a child that derives effects; it stays as long as the child.
  func mount(_ child: MountedChild) -> Place {
    let place = self.child(child)
    place.isMounted = true
    return place
  }

  /// The value that a derivation saw last; nil if it has not run for this child.
  @usableFromInline func formerValue<Value>(of derivation: Int) -> Value? {
    (formerValues[derivation] as? FormerValue<Value>)?.value
  }

  @usableFromInline func remember<Value>(_ value: Value, for derivation: Int) {
    formerValues[derivation] = FormerValue(value)
  }

  /// Removes the place from the tree, and marks all effects at it and below it to be ended. The
  /// places below it leave once these have ended, since a place and its siblings retain each other.
  @usableFromInline func end() {
    siblings?.remove(self)
    doom()
  }

  private func doom() {
    isMounted = false
    effects.doomed += ownEffects.compactMap { effects[$0] }
    for children in mounted { for place in children.all { place.doom() } }
    noteIfEmpty()
  }

  /// Marks the place for removal at the end of this step, unless it gets an effect until then.
  func noteIfEmpty() {
    if isEmpty && siblings != nil { effects.emptyPlaces.append(self) }
  }

  /// Removes the place from the tree if it has no effects.
  func leaveIfEmpty() {
    if isEmpty { siblings?.remove(self) }
  }

  fileprivate func unmount(_ children: MountedChildren) {
    mounted.removeAll { $0 === children }
    noteIfEmpty()
  }

  /// Forgets everything below when the store is released, to break the reference cycle between a
  /// child and its siblings.
  func dismantle() {
    for children in mounted { children.dismantle() }
    mounted = []
    windows = [:]
  }

  func add(_ effect: LiveEffect) {
    effect.indexInPlace = Int32(ownEffects.count)
    ownEffects.append(effect.key)
    for id in effect.names { named[id, default: []].append(effect.key) }
  }

  func remove(_ effect: LiveEffect) {
    let last = ownEffects.removeLast()
    if last != effect.key {
      ownEffects[Int(effect.indexInPlace)] = last
      effects[last]?.indexInPlace = effect.indexInPlace
    }
    for id in effect.names {
      guard let index = named.index(forKey: id) else { continue }
      named.values[index].removeAll { $0 == effect.key }
      if named.values[index].isEmpty { named.remove(at: index) }
    }
    for (id, window) in windows where window === effect { windows[id] = nil }
    noteIfEmpty()
  }

  /// The effects with that id at this place and below it. A cancel searches every place below.
  func effects(named id: ErasedID) -> [LiveEffect] {
    var found = (named[id] ?? []).compactMap { effects[$0] }
    for children in mounted { for place in children.all { found += place.effects(named: id) } }
    return found
  }
}

/// The living children of one mount point; it exists only while there are some.
@usableFromInline final class MountedChildren {
  @usableFromInline let mount: Int
  let owner: Place
  private var places: [ErasedID: Place] = [:]
  /// When the children were last compared with the state that mounts them.
  @usableFromInline var stamp: UInt64?
  /// When they were last asked for derivations.
  var derivedStamp: UInt64?

  init(mount: Int, owner: Place) {
    self.mount = mount
    self.owner = owner
  }

  @usableFromInline var all: some Collection<Place> { places.values }

  @usableFromInline subscript(identity: ErasedID) -> Place? { places[identity] }

  /// Ends all children except one, which is returned if it has effects.
  @usableFromInline func endAll(except identity: ErasedID?) -> Place? {
    for place in places.values where place.identity != identity { place.end() }
    return identity.flatMap { places[$0] }
  }

  fileprivate func add(_ identity: ErasedID, _ effects: LiveEffects) -> Place {
    let place = Place(identity: identity, effects: effects, siblings: self)
    places[identity] = place
    effects.emptyPlaces.append(place)
    return place
  }

  fileprivate func dismantle() {
    for place in places.values { place.dismantle() }
    places = [:]
  }

  fileprivate func remove(_ place: Place) {
    // A place that ended has left already, and a new child may have its identity.
    guard places[place.identity] === place else { return }
    places[place.identity] = nil
    if places.isEmpty { owner.unmount(self) }
  }
}

/// The value that a derivation saw last.
private final class FormerValue<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
