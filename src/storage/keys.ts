export const STORE_NAME = 'campaign'

/**
 * Keys in the phone's store. `m/`: public data, which is kept when another customer signs in. `u/<customer id>/`:
 * private data, deleted at sign-out. `q/`: queued data, which can survive a sign-out.
 */
export const publicKey = (name: string): string => `m/${name}`
export const PRIVATE = 'u/'
export const privatePrefix = (customerId: string): string => `${PRIVATE}${customerId}/`
export const privateKey = (customerId: string, name: string): string => `${privatePrefix(customerId)}${name}`
export const draftKey = (customerId: string, form: string): string => privateKey(customerId, `draft/${form}`)
export const signedInKey = (customerId: string): string => privateKey(customerId, 'signed-in')
/** Prefix of the draw-list seals that this phone has seen for a customer (see `draw-seals.ts`). */
export const sealPrefix = (customerId: string): string => privateKey(customerId, 'draw-seal/')
/** Local copy of a receipt that the server has accepted (see `kept-receipts.ts`). */
export const keptKey = (customerId: string, receiptId: string): string =>
  privateKey(customerId, `kept/${receiptId}`)
export const keptPhotoKey = (customerId: string, sha256: string): string =>
  privateKey(customerId, `kept-photo/${sha256}`)
export const thumbnailKey = (customerId: string, sha256: string): string =>
  privateKey(customerId, `thumbnail/${sha256}`)

export const JOBS = 'q/job/'
export const jobKey = (id: string): string => JOBS + id
export const OUTCOMES = 'q/outcome/'
export const outcomeKey = (id: string): string => OUTCOMES + id
export const LOGS = 'q/log/'
export const logKey = (id: string): string => LOGS + id
export const PHOTOS = 'q/photo/'
export const photoPrefix = (owner: string): string => `${PHOTOS}${owner}/`
export const photoKey = (owner: string, sha256: string): string => photoPrefix(owner) + sha256
export const isPhotoKey = (key: string): boolean =>
  key.startsWith(PHOTOS) || /^u\/[^/]+\/(kept-photo|thumbnail)\//.test(key)
/** Older builds stored job records here that they could not read. */
export const QUARANTINE = 'q/aside/'

/**
 * Copies of server data may be deleted when the phone is full. Draw seals are evidence against a server that shows
 * another seal later, so they must stay.
 */
export function isCachedResponse(key: string): boolean {
  if (key.startsWith('m/')) return true
  const [, customerId = '', name = ''] = key.split('/', 3)
  return key.startsWith(PRIVATE) && !/^(draft|draw-seal)/.test(name) && key !== signedInKey(customerId)
}

export const DRAFTS = 'draft:'
