import type { DeskAction } from './calls/approvals.ts'

/** The tables that can be exported. Each of them names customers or people of the desk. */
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

/** An Excel workbook, a CSV file for Excel, or a CSV file for other programs. */
export const sheetKinds = ['xlsx', 'csv', 'plain-csv'] as const

/** A table as above, or a ZIP file of HTML pages for printing on A4. */
export const slipKinds = ['html', ...sheetKinds] as const

const endings = { html: 'zip', xlsx: 'xlsx', csv: 'csv', 'plain-csv': 'csv' } as const

/** Returns the name of the file that an approved action gives; null if it gives none. */
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
