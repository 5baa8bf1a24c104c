import type { DeskAction } from './calls/approvals.ts'

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

const endings = { html: 'zip', xlsx: 'xlsx', csv: 'csv', 'plain-csv': 'csv' } as const

/** Returns the name of the file that an approved action produces; null if it produces none. */
export function fileNameOf(input: DeskAction): string | null {
  switch (input.action) {
    case 'export-customer':
      return `customer-${input.customerId}.zip`
    case 'export-table':
      return `${input.table}.${endings[input.kind]}`
    case 'export-slips':
      return `slips.${endings[input.kind]}`
    default:
      return null
  }
}
