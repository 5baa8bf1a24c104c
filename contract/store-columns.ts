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
