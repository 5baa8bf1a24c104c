/** Returns the nodes that React has replaced while it took over the page, without lazy skeletons and pictures. */
export const replaced = (before: readonly Element[]): Element[] =>
  before.filter(node => !node.isConnected && !node.matches('[class*=skeleton], svg:empty'))
