import type { SeenError } from '../outcome.ts'
import type { PageCase, PageResult } from './page-case.ts'

/** Time limit of init and of the call on a busy machine, in milliseconds. */
const LIMIT = 20_000
/** How long to wait for navigations after the call, in milliseconds. */
const NAVIGATION_LIMIT = 3000
/** How long to watch an init that should stay pending, in milliseconds from its navigation. */
const PENDING_AFTER = 750

type Liff = { init(options: Record<string, unknown>): Promise<void> }
type CasePage = Window & {
  readonly __case: PageCase
  readonly __log: PageResult['log']
  readonly __bridge: PageResult['bridge']
  readonly __console: PageResult['console']
  readonly liff: Liff
  __popup?: unknown
  /** Compiles the body of an async function with this page's globals. Set only if the page is not in a browser. */
  readonly __compile?: (text: string) => (liff: Liff) => Promise<unknown>
  __runCase?: () => Promise<string>
}
const page = window as unknown as CasePage

type Settled<T> = { readonly value: T } | { readonly error: SeenError }

function seen(error: unknown): SeenError {
  const { name = '', code, message = '' } = (error ?? {}) as Partial<SeenError>
  return { name, message, ...(code === undefined ? {} : { code }) }
}

async function settle<T>(
  run: () => Promise<T>,
  pending: Promise<unknown>,
): Promise<Settled<T> | '__pending__'> {
  const settled = run().then(
    value => ({ value }),
    (error: unknown) => ({ error: seen(error) }),
  )
  return Promise.race([settled, pending.then(() => '__pending__' as const)])
}

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Resolves when the expected navigations have been attempted, or after the time limit. */
async function navigated(limit: number): Promise<void> {
  const until = performance.now() + limit
  while (page.__log.nav.length < page.__case.navigations && performance.now() < until) await sleep(25)
}

/**
 * Resolves when an unsettled init counts as pending: after `LIMIT`, or, if it should stay pending,
 * `PENDING_AFTER` after its navigation.
 */
async function pendingInit(): Promise<void> {
  if (!page.__case.staysPending) return void (await sleep(LIMIT))
  await navigated(LIMIT)
  await sleep(PENDING_AFTER)
}

async function init(): Promise<PageResult['init']> {
  const { initCalled, initOptions, liffId } = page.__case
  if (!initCalled) return 'not called'
  const settled = await settle(() => page.liff.init({ liffId, ...initOptions }), pendingInit())
  if (settled === '__pending__') return settled
  return 'error' in settled ? { error: settled.error } : 'done'
}

async function call(): Promise<PageResult['call']> {
  const { call: text } = page.__case
  if (text === '(init only)') return 'not run'
  // The call of a case is source code: the body of an async function.
  const AsyncFunction = (async () => undefined).constructor as new (
    ...texts: string[]
  ) => (...values: unknown[]) => Promise<unknown>
  const body = page.__compile?.(text) ?? new AsyncFunction('liff', text)
  const settled = await settle(() => body(page.liff), sleep(LIMIT))
  if (settled === '__pending__') return { error: { name: 'Timeout', message: `not settled in ${LIMIT} ms` } }
  return settled
}

page.__runCase = async () => {
  const started = await init()
  const failed = typeof started === 'object' || started === '__pending__'
  const called = failed ? 'not run' : await call()
  await navigated(NAVIGATION_LIMIT)
  const result: PageResult = {
    init: started,
    call: called,
    log: page.__log,
    bridge: page.__bridge,
    console: page.__console,
    localKeys: Object.keys(localStorage),
  }
  return JSON.stringify(result)
}
