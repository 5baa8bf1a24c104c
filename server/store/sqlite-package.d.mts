/** Name of the better-sqlite3 package for this Node version. */
export const sqlitePackage: 'better-sqlite3' | 'better-sqlite3-13'
