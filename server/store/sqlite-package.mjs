/**
 * The better-sqlite3 package for this version of Node. Version 13 includes its binaries but crashes on Node 20. Version
 * 12 runs on Node 20, but must be downloaded or compiled, and aborts if compiled with the headers of Node 24.19 or
 * newer.
 */
export const sqlitePackage =
  Number(process.versions.node.split('.')[0]) < 22 ? 'better-sqlite3' : 'better-sqlite3-13'
