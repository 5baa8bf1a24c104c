type Store = { readonly id: number; readonly chain: string; readonly branch: string }

/** A field that was not found is missing. */
export function fieldsIn(
  text: string,
  stores: readonly Store[],
): { storeId?: number; receiptNo?: string; purchasedAt?: string; amount?: number }
