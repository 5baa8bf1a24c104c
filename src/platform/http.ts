import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Api } from '#src/ports.ts'
import { type ClientDeps, createClient } from './client.ts'

/** Loads the contract's schemas on demand, because only a response needs them. */
const parser = lazyOnce(() => import('./response-parser.ts'))

/** Creates the page's client of the product API. */
export const createApi = (deps: Omit<ClientDeps, 'parser'>): Api => createClient({ ...deps, parser })
