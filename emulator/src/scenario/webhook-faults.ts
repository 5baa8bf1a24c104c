/**
 * What a fault can do to a webhook: send it twice, sign it with another secret, or hold it back until the next webhook has
 * been delivered.
 */
export const WEBHOOK_FAULTS = ['duplicate', 'wrongSignature', 'wrongOrder'] as const
