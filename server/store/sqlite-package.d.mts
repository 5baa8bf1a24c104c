/** Which better-sqlite3 this Node opens databases with. */
export const sqlitePackage: 'better-sqlite3' | 'better-sqlite3-13'
