declare const __CONTRACT__: string | undefined

/** Hash of the contract's schemas. A cached response with the same hash is shown without validating it again. */
export const contractFingerprint: string | null = typeof __CONTRACT__ === 'string' ? __CONTRACT__ : null
