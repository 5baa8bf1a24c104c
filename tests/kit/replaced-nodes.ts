/** Returns the nodes that React replaced during hydration, except lazy skeletons and pictures. */
export const replaced = (before: readonly Element[]): Element[] =>
  before.filter(node => !node.isConnected && !node.matches('[class*=skeleton], svg:empty'))
