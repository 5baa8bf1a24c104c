declare const __CONTRACT__: string | undefined

/**
 * Hash of this build's contract schemas. A cached response with the same hash is shown without loading the schemas; any
 * other is validated again.
 */
export const contractFingerprint: string | null = typeof __CONTRACT__ === 'string' ? __CONTRACT__ : null
