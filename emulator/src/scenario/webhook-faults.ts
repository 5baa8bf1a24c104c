/**
 * `duplicate` sends a webhook twice, `wrongSignature` signs it with another secret, and `wrongOrder` holds it back
 * until the next webhook has been delivered.
 */
export const WEBHOOK_FAULTS = ['duplicate', 'wrongSignature', 'wrongOrder'] as const
