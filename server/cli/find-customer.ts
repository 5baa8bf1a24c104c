export const CUSTOMER_USAGE = 'ID|PHONE|LINE-ID'
export const identifierHelp = 'Give the customer’s id, phone number (0812345678) or LINE user id (U…).'
