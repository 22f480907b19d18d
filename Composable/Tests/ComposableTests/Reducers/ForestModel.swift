import ComposableCore
import RandomHistories

/// A model of a forest: plain sets and counts, without stores, effects or identified collections.
struct ForestModel: Equatable {
  /// The panel of each plot.
  private(set) var panels: [Int: PanelModel?] = [:]
  /// How many holds live at each path.
  private(set) var held: [String: Int] = [:]

  struct PanelModel: Equatable {
    var id: Int
    var items: Set<Int> = []
  }

  /// Every path of something that exists, in a fixed order.
  var paths: [[Int]] {
    panels.keys.sorted().flatMap { plot -> [[Int]] in
      guard let panel = panels[plot] ?? nil else { return [[plot]] }
      return [[plot], [plot, panel.id]] + panel.items.sorted().map { [plot, panel.id, $0] }
    }
  }

  mutating func apply(_ step: ForestStep) {
    for edit in step.early + step.work.edits + step.late { apply(edit) }
    let names = Set(paths.map(Self.name))
    held = held.filter { names.contains($0.key) }
    let name = Self.name(step.path)
    guard names.contains(name) else { return }
    if step.work.kind == .cease || step.work.kind == .restart {
      held = held.filter { $0.key != name && !$0.key.hasPrefix("\(name)/") }
    }
    if step.work.kind == .hold || step.work.kind == .restart { held[name, default: 0] += 1 }
  }

  private mutating func apply(_ edit: ForestEdit) {
    switch edit {
    case .insertPlot(let id): if panels[id] == nil { panels[id] = .some(nil) }
    case .removePlot(let id): panels[id] = nil
    case .reversePlots, .rebuildPlots: break
    case .setPanel(let panel, let plot):
      if panels[plot] != nil { panels[plot] = .some(panel.map { PanelModel(id: $0) }) }
    case .insertItem(let id, let plot): changePanel(of: plot) { $0.items.insert(id) }
    case .removeItem(let id, let plot): changePanel(of: plot) { $0.items.remove(id) }
    case .replaceItems(let ids, let plot): changePanel(of: plot) { $0.items = Set(ids) }
    }
  }

  private mutating func changePanel(of plot: Int, _ body: (inout PanelModel) -> Void) {
    guard var panel = panels[plot] ?? nil else { return }
    body(&panel)
    panels[plot] = panel
  }

  private static func name(_ path: [Int]) -> String { path.map(String.init).joined(separator: "/") }
}

extension ForestModel {
  /// A store's state in the model's terms.
  init(_ state: Forest.State, held: [String]) {
    for plot in state.plots {
      panels[plot.id] = .some(plot.panel.map { PanelModel(id: $0.id, items: Set($0.items.ids)) })
    }
    self.held = Dictionary(held.map { ($0, 1) }, uniquingKeysWith: +)
  }
}

/// One step of a random walk.
struct ForestStep {
  /// The feature that works; none for the root.
  var path: [Int] = []
  var work = ForestWork(kind: .nothing)
  /// Applies the changes of the root's reducers before and after.
  var early: [ForestEdit] = []
  var late: [ForestEdit] = []

  var action: Forest.Action {
    let plot = path.first ?? 0
    switch path.count {
    case 0: return .edited(early: early, own: work.edits, late: late)
    case 1: return .plots(.element(id: plot, action: .worked(work)), late: late)
    case 2: return .plots(.element(id: plot, action: .panel(.worked(work))), late: late)
    default:
      let item = IdentifiedAction.element(id: path[2], action: work)
      return .plots(.element(id: plot, action: .panel(.items(item))), late: late)
    }
  }

  static func random(in model: ForestModel, using random: inout SeededRandom) -> ForestStep {
    var step = ForestStep()
    if Int.random(in: 0..<4, using: &random) > 0, let path = model.paths.randomElement(using: &random) {
      step.path = path
      step.work.kind = ForestWork.Kind.allCases.randomElement(using: &random)!
    } else {
      step.early = edits(using: &random)
    }
    step.work.edits = edits(using: &random).filter { isInReach($0, of: step.path) }
    step.late = edits(using: &random)
    return step
  }

  private static func isInReach(_ edit: ForestEdit, of path: [Int]) -> Bool {
    if path.isEmpty { return true }
    if case .setPanel = edit { return path.count == 1 && edit.plot == path[0] }
    return path.count < 3 && edit.plot == path[0]
  }

  private static func edits(using random: inout SeededRandom) -> [ForestEdit] {
    let count = max(0, Int.random(in: -2...2, using: &random))
    return (0..<count).map { _ in edit(using: &random) }
  }

  private static func edit(using random: inout SeededRandom) -> ForestEdit {
    let plot = Int.random(in: 0..<4, using: &random)
    let number = Int.random(in: 0..<4, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0...1: return .insertPlot(plot)
    case 2: return .removePlot(plot)
    case 3: return .reversePlots
    case 4: return .rebuildPlots
    case 5...6: return .setPanel(number == 0 ? nil : number % 3, plot: plot)
    case 7...9: return .insertItem(number, plot: plot)
    case 10: return .removeItem(number, plot: plot)
    default: return .replaceItems(number / 2..<number, plot: plot)
    }
  }
}
