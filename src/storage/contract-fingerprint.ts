declare const __CONTRACT__: string | undefined

/**
 * Fingerprint of the contract's schemas in this build. A cached response with the same fingerprint was
 * validated by the same schemas and is shown without loading them; any other is validated again.
 */
export const contractFingerprint: string | null = typeof __CONTRACT__ === 'string' ? __CONTRACT__ : null
