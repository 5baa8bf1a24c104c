export const sqlitePackage: 'better-sqlite3' | 'better-sqlite3-13'
