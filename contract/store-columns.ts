export const storeColumns = [
  'code',
  'chain',
  'nameTh',
  'branch',
  'province',
  'receiptNoHint',
  'chainEn',
  'nameEn',
  'branchEn',
  'receiptNoHintEn',
  'receiptNoPattern',
  'receiptNoPlace',
  'active',
] as const

type Column = (typeof storeColumns)[number]

/** Other names of the columns: the headings on the desk's page, in both languages, and other common words. */
const headings: Partial<Record<Column, readonly string[]>> = {
  code: ['รหัส', 'รหัสร้าน', 'รหัสสาขา', 'store code'],
  chain: ['เชน', 'แบรนด์', 'เครือ'],
  nameTh: ['ร้าน', 'ชื่อร้าน', 'store'],
  branch: ['สาขา', 'ชื่อสาขา'],
  province: ['จังหวัด'],
  receiptNoHint: ['เลขที่ใบเสร็จอยู่ตรงไหน', 'where the receipt number is'],
  active: ['สถานะ', 'state'],
}
const columns = new Map(
  storeColumns.flatMap(column =>
    [column, ...(headings[column] ?? [])].map(name => [name.toLowerCase(), column] as const),
  ),
)

/** Returns the column with this heading, or null. */
export const storeColumnOf = (heading: string): Column | null =>
  columns.get(heading.trim().toLowerCase()) ?? null
