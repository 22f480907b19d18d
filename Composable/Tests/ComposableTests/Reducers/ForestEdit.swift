import ComposableCore

/// A change of what exists in a forest; what it speaks of need not be there.
enum ForestEdit: Sendable {
  case insertPlot(Int)
  case removePlot(Int)
  case reversePlots
  case rebuildPlots
  case setPanel(Int?, plot: Int)
  case insertItem(Int, plot: Int)
  case removeItem(Int, plot: Int)
  case replaceItems(Range<Int>, plot: Int)

  var plot: Int? {
    switch self {
    case .insertPlot, .removePlot, .reversePlots, .rebuildPlots: nil
    case .setPanel(_, let plot), .insertItem(_, let plot), .removeItem(_, let plot), .replaceItems(_, let plot): plot
    }
  }

  func apply(to plot: inout Plot.State) {
    if case .setPanel(let panel, _) = self {
      plot.panel = panel.map { Panel.State(id: $0, plot: plot.id) }
    } else if plot.panel != nil {
      apply(to: &plot.panel!)
    }
  }

  func apply(to panel: inout Panel.State) {
    let item = { [panel] (id: Int) in Panel.Item.State(id: id, path: [panel.plot, panel.id, id]) }
    switch self {
    case .insertItem(let id, _): panel.items.append(item(id))
    case .removeItem(let id, _): panel.items.remove(id: id)
    case .replaceItems(let ids, _): panel.items = IdentifiedArray(uniqueElements: ids.map(item))
    case .insertPlot, .removePlot, .reversePlots, .rebuildPlots, .setPanel: break
    }
  }
}

extension Forest.State {
  mutating func apply(_ edits: [ForestEdit]) {
    for edit in edits {
      switch edit {
      case .insertPlot(let id): plots.append(Plot.State(id: id))
      case .removePlot(let id): plots.remove(id: id)
      case .reversePlots: plots.reverse()
      case .rebuildPlots: plots = IdentifiedArray(uniqueElements: plots.elements)
      case .setPanel, .insertItem, .removeItem, .replaceItems:
        if let index = edit.plot.flatMap({ plots.index(id: $0) }) { edit.apply(to: &plots[index]) }
      }
    }
  }
}
