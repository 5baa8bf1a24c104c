/** Sends a webhook twice, signs it with another secret, or holds it back until the next webhook has been delivered. */
export const WEBHOOK_FAULTS = ['duplicate', 'wrongSignature', 'wrongOrder'] as const
