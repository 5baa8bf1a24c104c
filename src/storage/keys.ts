/** Name of the IndexedDB database on the phone. */
export const STORE_NAME = 'campaign'

/**
 * Layout of the keys in the phone's store. `m/`: public data, which stays when another customer signs in.
 * `u/<customer id>/`: private data, which is deleted with the customer. `q/`: queued data, which is separate
 * so that it can survive a sign-out.
 */
export const publicKey = (name: string): string => `m/${name}`
/** Key prefix of all customers' private data. */
export const PRIVATE = 'u/'
export const privatePrefix = (customerId: string): string => `${PRIVATE}${customerId}/`
export const privateKey = (customerId: string, name: string): string => `${privatePrefix(customerId)}${name}`
export const draftKey = (customerId: string, form: string): string => privateKey(customerId, `draft/${form}`)
/** Key of the record that says that the customer is signed in on this phone (see `signed-in.ts`). */
export const signedInKey = (customerId: string): string => privateKey(customerId, 'signed-in')
/** Key prefix of the seals of the draw's list that this phone has seen for a customer (see `draw-seals.ts`). */
export const sealPrefix = (customerId: string): string => privateKey(customerId, 'draw-seal/')
/** Key of the copy of a receipt that the server has (see `kept-receipts.ts`). */
export const keptKey = (customerId: string, receiptId: string): string =>
  privateKey(customerId, `kept/${receiptId}`)
export const keptPhotoKey = (customerId: string, sha256: string): string =>
  privateKey(customerId, `kept-photo/${sha256}`)
/** Key of a small copy of a photo (see `receipt-memory.ts`). */
export const thumbnailKey = (customerId: string, sha256: string): string =>
  privateKey(customerId, `thumbnail/${sha256}`)

export const JOBS = 'q/job/'
export const jobKey = (id: string): string => JOBS + id
/** Key prefix of the outcomes of finished jobs. */
export const OUTCOMES = 'q/outcome/'
export const outcomeKey = (id: string): string => OUTCOMES + id
export const LOGS = 'q/log/'
export const logKey = (id: string): string => LOGS + id
export const PHOTOS = 'q/photo/'
export const photoPrefix = (owner: string): string => `${PHOTOS}${owner}/`
export const photoKey = (owner: string, sha256: string): string => photoPrefix(owner) + sha256
/** True if the record under the key is a photo or a small copy of one. */
export const isPhotoKey = (key: string): boolean =>
  key.startsWith(PHOTOS) || /^u\/[^/]+\/(kept-photo|thumbnail)\//.test(key)
/** Key prefix under which older builds stored the job records that they could not read. */
export const QUARANTINE = 'q/aside/'

/**
 * True if the key belongs to a copy of what the server has, which may be deleted when the phone is full. A seal of the draw
 * is none: it is evidence against a server that shows another one later.
 */
export function isCachedResponse(key: string): boolean {
  if (key.startsWith('m/')) return true
  const [, customerId = '', name = ''] = key.split('/', 3)
  return key.startsWith(PRIVATE) && !/^(draft|draw-seal)/.test(name) && key !== signedInKey(customerId)
}

/** Key prefix of half-filled forms in session storage. */
export const DRAFTS = 'draft:'
