/**
 * Which better-sqlite3 this Node opens databases with. 13 brings its binaries along and crashes on Node 20; 12, which
 * runs there, has to be downloaded or compiled, and aborts where the headers of Node 24.19 or newer compiled it.
 */
export const sqlitePackage =
  Number(process.versions.node.split('.')[0]) < 22 ? 'better-sqlite3' : 'better-sqlite3-13'
