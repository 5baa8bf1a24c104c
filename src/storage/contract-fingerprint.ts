declare const __CONTRACT__: string | undefined

/**
 * Hash of the contract's schemas in this build. A cached response with the same hash is shown without loading the
 * schemas; any other one is validated again.
 */
export const contractFingerprint: string | null = typeof __CONTRACT__ === 'string' ? __CONTRACT__ : null
