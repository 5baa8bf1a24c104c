/**
 * Returns the nodes that React has replaced while it took over the page. The skeleton of a lazy part and the empty space of a
 * picture do not count, because React replaces them at once if another test has loaded the part.
 */
export const replaced = (before: readonly Element[]): Element[] =>
  before.filter(node => !node.isConnected && !node.matches('[class*=skeleton], svg:empty'))
