type Store = { readonly id: number; readonly chain: string; readonly branch: string }

/** What was found in a receipt's text. A field that was not found is missing. */
export function fieldsIn(
  text: string,
  stores: readonly Store[],
): { storeId?: number; receiptNo?: string; purchasedAt?: string; amount?: number }
