export const riskCodes = [
  'same-number',
  'same-photo',
  'similar-photo',
  'same-amount',
  'next-number',
  'store-moved',
  'shared-address',
  'phone-block',
  'customer-rate',
  'store-rate',
  'rejected-before',
] as const
