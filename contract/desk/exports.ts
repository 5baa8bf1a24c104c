export const exportTableNames = [
  'receipts',
  'customers',
  'tickets',
  'winners',
  'answers',
  'rewards',
  'audit',
] as const
export type ExportTableName = (typeof exportTableNames)[number]

export const sheetKinds = ['xlsx', 'csv', 'plain-csv'] as const

export const slipKinds = ['html', ...sheetKinds] as const
