declare const __CONTRACT__: string | undefined

/**
 * Hash of the contract's schemas in this build. A cached response with the same fingerprint was validated by
 * the same schemas, so it is shown without loading them. All other cached responses are validated again.
 */
export const contractFingerprint: string | null = typeof __CONTRACT__ === 'string' ? __CONTRACT__ : null
