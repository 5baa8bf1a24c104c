import type { Page } from '@playwright/test'
import { launched, shimOf } from './launch.ts'
import { withBrowser, withPhone } from './phone.ts'
import type { Place } from './place.ts'

/** Every screen of S2; of two addresses of one screen the first. */
export const screens = [
  '/',
  '/answer',
  '/receipt',
  '/profile',
  '/updateProfile',
  '/receiptHistory',
  '/answerHistory',
  '/register',
  '/watingAnouncer',
  '/thanks',
  '/comingsoon',
  '/qrcode',
  '/confirm',
  '/endCampaign',
  '/nowhere',
] as const

/** Milliseconds of the processor's own time on a phone four times slower than this machine. */
export type Tasks = { readonly longest: number; readonly over50: number }

const SLOWER = 4
const LONG_MS = 50
const SHOWN = 'main h1'

type Event = {
  readonly name: string
  readonly tid: number
  readonly pid: number
  /** Of the thread's own time, in microseconds: what else the machine does is not in it. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** The page's tasks from opening a screen until nothing is fetched any more. */
export function tasksOf(place: Place, path: string): Promise<{ readonly cold: Tasks; readonly warm: Tasks }> {
  place.phone('line')
  return withPhone(async phone => {
    const open = () => withBrowser(phone, async context => opened(await context.newPage(), place, path))
    return { cold: await open(), warm: await open() }
  })
}

async function opened(page: Page, place: Place, path: string): Promise<Tasks> {
  await page.addInitScript(await shimOf(place))
  const address = await launched(place, path)
  const events = await traced(page, async () => {
    await page.goto(address)
    await page.waitForSelector(SHOWN)
    await page.waitForLoadState('networkidle')
  })
  return longOf(events)
}

async function traced(page: Page, run: () => Promise<void>): Promise<readonly Event[]> {
  const cdp = await page.context().newCDPSession(page)
  const events: Event[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Event[])))
  const complete = new Promise<void>(resolve => cdp.once('Tracing.tracingComplete', () => resolve()))
  await cdp.send('Tracing.start', {
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'], excludedCategories: ['*'] },
  })
  await run()
  await cdp.send('Tracing.end')
  await complete
  return events
}

/** The emulator's script is run beforehand, in the same process: its tasks are the page's too, but of a few milliseconds. */
function longOf(events: readonly Event[]): Tasks {
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const lengths = events
    .filter(({ name, pid, tid }) => name === 'RunTask' && main.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => (tdur / 1000) * SLOWER)
  return {
    longest: Math.round(Math.max(0, ...lengths)),
    over50: lengths.filter(length => length > LONG_MS).length,
  }
}
