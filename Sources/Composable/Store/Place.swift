/// A place in the store's tree where effects live: the root, or a child that was mounted. It exists only while effects live at it or below it.
@usableFromInline
final class Place {
  @usableFromInline let identity: ErasedID
  private unowned let effects: LiveEffects
  private let siblings: MountedChildren?
  /// The living children, by the mount points of this place.
  @usableFromInline private(set) var mounted: [MountedChildren] = []
  /// The effects that live at this very place.
  private var residents: [Int] = []
  /// The named effects at this place and below it.
  private(set) var named: [ErasedID: EffectKeys] = [:]
  /// The windows of time that are open at this place.
  var windows: [ErasedID: LiveEffect] = [:]

  init(identity: ErasedID, effects: LiveEffects, siblings: MountedChildren?) {
    self.identity = identity
    self.effects = effects
    self.siblings = siblings
  }

  var parent: Place? { siblings?.owner }

  private var isDeserted: Bool { residents.isEmpty && mounted.isEmpty }

  /// The child's place, made if need be.
  func child(_ child: MountedChild) -> Place {
    if let place = existingChild(child) { return place }
    let children = mounted.first { $0.mount == child.mount } ?? mount(child.mount)
    return children.add(child.identity, effects)
  }

  func existingChild(_ child: MountedChild) -> Place? {
    mounted.first { $0.mount == child.mount }?[child.identity]
  }

  private func mount(_ id: Int) -> MountedChildren {
    let children = MountedChildren(mount: id, owner: self)
    mounted.append(children)
    return children
  }

  /// Takes the place out of the tree; everything that lives at it or below it is to end.
  @usableFromInline
  func end() {
    siblings?.remove(self)
    doom()
  }

  private func doom() {
    for key in residents { effects[key].map(effects.doom) }
    for children in mounted { for place in children.all { place.doom() } }
  }

  /// Lets the place leave the tree at the end of what is going on, unless something comes to live here.
  func noteIfDeserted() {
    if isDeserted && siblings != nil { effects.note(deserted: self) }
  }

  /// Takes the place out of the tree when nothing lives here any more.
  func leaveIfDeserted() {
    if isDeserted { siblings?.remove(self) }
  }

  fileprivate func unmount(_ children: MountedChildren) {
    mounted.removeAll { $0 === children }
    noteIfDeserted()
  }

  /// Forgets everything below, when the store goes.
  func dismantle() {
    for children in mounted { children.dismantle() }
    mounted = []
    windows = [:]
  }
}

extension Place {
  func add(_ effect: LiveEffect) {
    effect.indexInPlace = residents.count
    residents.append(effect.key)
    effect.names.forEach { id in
      for place in pathToRoot { place.named[id, default: .none].insert(effect.key) }
    }
  }

  func remove(_ effect: LiveEffect) {
    let last = residents.removeLast()
    if last != effect.key {
      residents[effect.indexInPlace] = last
      effects[last]?.indexInPlace = effect.indexInPlace
    }
    effect.names.forEach { id in
      for place in pathToRoot { place.forget(effect.key, named: id) }
    }
    if windows.isEmpty { return }
    for (id, window) in windows where window === effect { windows[id] = nil }
  }

  /// The effects of that name at this place and below it.
  func keys(named id: ErasedID) -> EffectKeys {
    named[id] ?? .none
  }

  private func forget(_ key: Int, named id: ErasedID) {
    guard let index = named.index(forKey: id) else { return }
    named.values[index].remove(key)
    if named.values[index].isEmpty { named.remove(at: index) }
  }

  private var pathToRoot: some Sequence<Place> {
    sequence(first: self, next: \.parent)
  }
}

/// The living children of one mount point; it exists only while there are some.
@usableFromInline
final class MountedChildren {
  @usableFromInline let mount: Int
  fileprivate let owner: Place
  private var places: [ErasedID: Place] = [:]
  /// When the children were last compared with the state that mounts them.
  @usableFromInline var stamp: JournalStamp?

  init(mount: Int, owner: Place) {
    self.mount = mount
    self.owner = owner
  }

  @usableFromInline var all: some Collection<Place> { places.values }

  @usableFromInline
  subscript(identity: ErasedID) -> Place? { places[identity] }

  @usableFromInline
  func endAll() {
    for place in places.values { place.end() }
  }

  /// Ends the others, and returns the one that stays, if it lives.
  @usableFromInline
  func endAll(except identity: ErasedID) -> Place? {
    for place in places.values where place.identity != identity { place.end() }
    return places[identity]
  }

  fileprivate func add(_ identity: ErasedID, _ effects: LiveEffects) -> Place {
    let place = Place(identity: identity, effects: effects, siblings: self)
    places[identity] = place
    effects.note(deserted: place)
    return place
  }

  /// A child and its siblings know each other, and would keep each other.
  fileprivate func dismantle() {
    for place in places.values { place.dismantle() }
    places = [:]
  }

  fileprivate func remove(_ place: Place) {
    guard let index = places.index(forKey: place.identity), places.values[index] === place else { return }
    places.remove(at: index)
    if places.isEmpty { owner.unmount(self) }
  }
}
