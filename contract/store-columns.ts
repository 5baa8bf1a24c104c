/** The columns of a CSV file of stores. */
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
  'active',
] as const
