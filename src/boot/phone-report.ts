import { effect } from '@preact/signals-core'
import { onINP, onLCP } from 'web-vitals'
import { isRecent } from '#contract/recent.ts'
import {
  errorNames,
  jobAges,
  REPORT_ERRORS_MAX,
  REPORT_OLD_JOB_MS,
  REPORT_ONE_IN,
  REPORT_STEP_MS,
  REPORT_TIME_MAX_MS,
  REPORT_TRIES_MAX,
} from '#contract/report-words.ts'
import type { PhoneReport } from '#contract/schema/phone-report.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { earlyErrors } from '#src/loading/early-errors.ts'
import type { Ports } from '#src/ports.ts'
import type { App } from '#src/state/types.ts'
import { screenRoutes } from './routes.ts'

/** Whether this visit reports its times. Survives LINE Login and reloads. */
const SAMPLED = 'report-times'
/**
 * When this phone last reported an old job. It sends at most one such report in 24 hours, so that the number of reports
 * equals the number of phones.
 */
const OLD_JOB = 'report-job'

type ReportPorts = Pick<Ports, 'kv' | 'local' | 'clock'> & { readonly ids: Pick<Ports['ids'], 'random'> }
type Caught = (typeof earlyErrors)[number]
type Of<About> = Extract<PhoneReport, { about: About }>

/**
 * Sends errors, old jobs and, on one visit in ten, timings together with the log events, unless the customer has turned
 * reports off. A report contains only predefined words and numbers, never error messages, URLs or other text.
 * Errors are not sampled, because a sample could miss a build that breaks one screen for a few customers. A page
 * reports at most five errors, and only one per place in the code.
 */
export function startReports(app: App, { kv, local, clock, ids }: ReportPorts, build: string): void {
  const send = (report: Of<'error'> | Of<'visit'> | Of<'job'>) => {
    if (app.settings.sendsReports()) app.outbox.log({ kind: 'report', report })
  }
  const phone = () => ({
    build,
    ...deviceOf(navigator.userAgent),
    storage: kv.durable() ? ('database' as const) : ('memory' as const),
  })
  const oldestJob = () => {
    const jobs = app.outbox.jobs.value.filter(({ state }) => state !== 'refused')
    const [first] = jobs.sort((a, b) => a.createdAt - b.createdAt)
    if (!first) return null
    // Convert to server time, which jobs use.
    const now = clock.now() + (app.campaign.serverAhead.value ?? 0)
    const waited = Math.max(0, now - first.createdAt)
    const age = jobAges.filter(minutes => minutes * MINUTE_MS <= waited).pop() ?? 0
    return { waited, job: { age, tries: Math.min(first.tries, REPORT_TRIES_MAX) } }
  }

  const places = new Set<string>()
  const report = (caught: Caught) => {
    const found = foundIn(caught)
    const place = JSON.stringify(found)
    if (places.size < REPORT_ERRORS_MAX && !places.has(place)) send({ about: 'error', ...phone(), ...found })
    places.add(place)
    return 0
  }
  earlyErrors.splice(0).forEach(report)
  earlyErrors.push = report

  effect(() => {
    const oldest = oldestJob()
    const last = Number(local.phone.get(OLD_JOB))
    if (!oldest || oldest.waited < REPORT_OLD_JOB_MS || isRecent(last, clock.now(), DAY_MS)) return
    local.phone.set(OLD_JOB, String(clock.now()))
    send({ about: 'job', ...phone(), job: oldest.job })
  })

  const sampled = local.tab.get(SAMPLED) ?? String(ids.random() * REPORT_ONE_IN < 1)
  local.tab.set(SAMPLED, sampled)
  if (sampled !== 'true') return
  const times: { lcp: number | null; inp: number | null } = { lcp: null, inp: null }
  onLCP(({ value }) => {
    times.lcp = rounded(value, REPORT_STEP_MS.lcp)
  })
  onINP(({ value }) => {
    times.inp = rounded(value, REPORT_STEP_MS.inp)
  })
  // The window's capture phase runs before the outbox's listener on the document, which sends the queued events.
  const onHide = () => {
    if (document.visibilityState !== 'hidden') return
    removeEventListener('visibilitychange', onHide, true)
    const mark = performance.getEntriesByType('mark').find(({ name }) => ['home', 'screen'].includes(name))
    const home = mark?.name === 'home' ? rounded(mark.startTime, REPORT_STEP_MS.home) : null
    send({ about: 'visit', ...phone(), ...times, home, job: oldestJob()?.job ?? null })
  }
  addEventListener('visibilitychange', onHide, true)
}

const rounded = (ms: number, step: number) => Math.min(REPORT_TIME_MAX_MS, Math.round(ms / step) * step)

function deviceOf(agent: string): Pick<Of<'error'>, 'os' | 'osVersion' | 'line'> {
  const android = /Android (\d{1,2})\b/.exec(agent)
  const ios = /\bOS (\d{1,2})_/.exec(agent)
  const line = /\bLine\/(\d{1,2})\.(\d{1,2})\b/.exec(agent)
  const version = (android ?? ios)?.[1]
  return {
    os: android ? 'android' : ios ? 'ios' : 'other',
    osVersion: version ? Number(version) : null,
    line: line ? [Number(line[1]), Number(line[2])] : null,
  }
}

function screenNow(): string | undefined {
  // Every id contains a digit, and no route does.
  const here = location.pathname
    .toLowerCase()
    .replace(/[^/]*\d[^/]*/, ':id')
    .replace(/(.)\/$/, '$1')
  return screenRoutes.find(({ path }) => (path ?? here).toLowerCase() === here)?.name
}

type Found = Omit<Of<'error'>, 'about' | 'build' | 'storage' | keyof ReturnType<typeof deviceOf>>

/** Includes the position only in the app's own scripts. */
function foundIn(caught: Caught): Found {
  const thrown = 'screen' in caught
  const rejected = 'reason' in caught
  const error = (rejected ? caught.reason : caught.error) as Partial<Error> | null | undefined
  const text = 'filename' in caught ? `${caught.filename}:${caught.lineno}:${caught.colno}` : error?.stack
  const found = PLACE.exec(String(text))
  const number = (digits: string | undefined) => Number(digits ?? 0)
  return {
    source: thrown ? 'boundary' : rejected ? 'rejection' : 'error',
    screen: (thrown ? caught.screen : screenNow()) as Found['screen'],
    name: errorNames.find(name => name === error?.name) ?? 'other',
    script: (found ? (found[1] ?? 'document') : 'other') as Found['script'],
    row: number(found?.[2]),
    column: number(found?.[3]),
  }
}

const PLACE = /\/\/[^\s/]+\/(?:assets\/([\w.-]+)-[\w-]{6}\.js|\S*?):(\d+):(\d+)/
