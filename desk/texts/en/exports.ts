import type { exports as thai } from '../th/exports.ts'

export const exports: Readonly<Record<keyof typeof thai, string>> = {
  'page.exports': 'Exports',
  'exports.text':
    'Every table contains personal data or customer ids, so another manager must approve it first. Only the person who requested an approved file can download it, and only once. The audit log records who exported which table, and how many rows.',
  'exports.table': 'Table',
  'exports.table.receipts': 'Receipts',
  'exports.table.customers': 'Customers (name, phone, address)',
  'exports.table.tickets': 'Entries in the draw',
  'exports.table.winners': 'Winners and reserves (name, phone, shipping address)',
  'exports.table.answers': 'Answers',
  'exports.table.rewards': 'Used rewards',
  'exports.table.audit': 'Audit log',
  'exports.kind': 'File format',
  'exports.kind.xlsx': 'Excel (.xlsx)',
  'exports.kind.csv': 'CSV for Excel',
  'exports.kind.plain-csv': 'CSV for other programs',
  'exports.lang': 'Language of the headings',
  'exports.lang.th': 'Thai',
  'exports.lang.en': 'English',
  'exports.times': 'Times in the file are in Bangkok time. Phone numbers keep their leading 0.',
  'exports.ask': 'Ask for approval',
  'exports.own': 'My requests',
  'exports.none': 'No requests yet',
  'action.export-table': 'Export table: {table} as {kind}, headings in {lang}',
  'approvals.fetch.broken':
    'The download failed. If this request still says “Approved, not downloaded”, try again. Otherwise ask for a new approval.',
  'customers.data': 'Requests about personal data',
  'customers.data.export': 'Ask for a complete copy',
  'customers.data.export.text':
    'For customers who ask for access to their data (PDPA section 30). The ZIP file contains all data about this customer, with the receipt photos. Check who is asking first. After another manager has approved, you can download it once on the page Approvals.',
  'customers.data.erase': 'Ask for erasure',
  'customers.data.erase.text':
    'When another manager approves, the customer leaves the campaign immediately. Personal data and receipt photos are deleted, which cannot be undone. The entries in the draw become void, unless the list is sealed. An announced winner has to decline the prize first. Check who is asking first.',
  'customers.data.asked': 'The request is sent. Another manager has to approve it.',
  'customers.data.see': 'See the approvals',
}
