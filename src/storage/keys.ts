/** The name of the phone's database. */
export const STORE_NAME = 'campaign'

/**
 * The layout of the phone's store. What is public outlives every customer; what is private lies under the customer's
 * id and leaves with the customer; what is queued lies apart, so that it can outlive a sign-out.
 */
export const publicKey = (name: string): string => `m/${name}`
export const privatePrefix = (customerId: string): string => `u/${customerId}/`
export const privateKey = (customerId: string, name: string): string => `${privatePrefix(customerId)}${name}`
export const draftKey = (customerId: string, form: string): string => privateKey(customerId, `draft/${form}`)

export const JOBS = 'q/job/'
export const jobKey = (id: string): string => JOBS + id
export const LOGS = 'q/log/'
export const logKey = (id: string): string => LOGS + id
const PHOTOS = 'q/photo/'
export const photoPrefix = (owner: string): string => `${PHOTOS}${owner}/`
export const photoKey = (owner: string, sha256: string): string => photoPrefix(owner) + sha256
/** Records that this version cannot read. */
export const QUARANTINE = 'q/aside/'
export const quarantineKey = (key: string): string => QUARANTINE + key
export const leaseKey = (name: string): string => `lease/${name}`

/** Whether a key holds only a copy of what the server has, which may go when the phone is full. */
export const isCachedResponse = (key: string): boolean =>
  key.startsWith('m/') || (key.startsWith('u/') && !key.split('/', 3)[2]?.startsWith('draft'))

/** Prefix in the tab's session storage for half-filled forms. */
export const DRAFTS = 'draft:'
