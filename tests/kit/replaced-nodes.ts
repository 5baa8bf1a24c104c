/**
 * Returns the nodes that React has replaced while it took over the page. The skeleton of a lazy part does not count, because
 * React replaces it at once if another test has loaded the part.
 */
export const replaced = (before: readonly Element[]): Element[] =>
  before.filter(node => !node.isConnected && !node.matches('[class*=skeleton]'))
