import { vi } from 'vitest'

/** Waits in real time until a check succeeds. */
export const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 5 })
