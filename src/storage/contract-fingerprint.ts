declare const __CONTRACT__: string | undefined

/**
 * The fingerprint of the contract's schemas in this build. A copy that bears it was accepted by these very schemas
 * and is painted without a second look, before they are even there; any other copy is parsed again.
 */
export const contractFingerprint: string | null = typeof __CONTRACT__ === 'string' ? __CONTRACT__ : null
