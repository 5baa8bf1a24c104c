import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { CachedReads, Ports } from '#src/ports.ts'
import { createCachedReads } from './cached-reads.ts'

const checks = lazyOnce(() => import('./check-answer.ts'))

/** Parsing and storing a long list in one task would block a cheap phone for too long. */
export const createPageReads = (ports: Pick<Ports, 'api' | 'kv' | 'clock' | 'tabs'>): CachedReads =>
  createCachedReads({ ...ports, checks, background: work => void ports.clock.after(0, () => void work()) })
