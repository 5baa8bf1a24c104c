import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Api } from '#src/ports.ts'
import { type ClientDeps, createClient } from './client.ts'

/** Loaded lazily, because the contract's schemas are needed only for responses. */
const parser = lazyOnce(() => import('./response-parser.ts'))

export const createApi = (deps: Omit<ClientDeps, 'parser'>): Api => createClient({ ...deps, parser })
