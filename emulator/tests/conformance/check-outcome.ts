import type { Expectation, ExpectedError } from './cases.ts'
import type { Outcome, SeenError } from './outcome.ts'

/** True if `seen` contains `wanted`: objects partially, arrays completely; undefined equals null. */
export function matches(wanted: unknown, seen: unknown): boolean {
  if (wanted === null || wanted === undefined) return seen === null || seen === undefined
  if (typeof wanted !== 'object') return Object.is(wanted, seen)
  if (typeof seen !== 'object' || seen === null) return false
  if (Array.isArray(wanted))
    return (
      Array.isArray(seen) &&
      wanted.length === seen.length &&
      wanted.every((item, i) => matches(item, seen[i]))
    )
  return Object.entries(wanted).every(([key, value]) =>
    matches(value, (seen as Record<string, unknown>)[key]),
  )
}

const show = (value: unknown) => JSON.stringify(value) ?? 'undefined'

function errorProblems(name: string, wanted: ExpectedError, seen: SeenError | undefined): string[] {
  if (!seen) return [`${name}: wanted ${show(wanted)}, nothing was thrown`]
  const same = (Object.keys(wanted) as (keyof ExpectedError)[]).every(key => wanted[key] === seen[key])
  return same ? [] : [`${name}: wanted ${show(wanted)}, got ${show(seen)}`]
}

function initProblems(expect: Expectation, { init }: Outcome): string[] {
  const failed = typeof init === 'object' ? init.error : undefined
  if (expect.initError) return errorProblems('init', expect.initError, failed)
  if (expect.init === '__pending__')
    return init === '__pending__' ? [] : [`init: wanted pending, got ${show(init)}`]
  return failed || init === '__pending__' ? [`init: wanted to succeed, got ${show(init)}`] : []
}

function callProblems(expect: Expectation, { call }: Outcome): string[] {
  const thrown = typeof call === 'object' && 'error' in call ? call.error : undefined
  if (expect.error) return errorProblems('error', expect.error, thrown)
  if (thrown) return [`call: threw ${show(thrown)}`]
  const value = typeof call === 'object' && 'value' in call ? call.value : undefined
  const problems: string[] = []
  if ('value' in expect && !matches(expect.value, value))
    problems.push(`value: wanted ${show(expect.value)}, got ${show(value)}`)
  if (expect.valueHas !== undefined && !String(value).includes(expect.valueHas))
    problems.push(`value: wanted text with ${expect.valueHas}, got ${show(value)}`)
  return problems
}

function requestProblems(expect: Expectation, { requests }: Outcome): string[] {
  const lines = requests.map(({ method, url }) => `${method} ${url}`)
  const having = (text: string) => lines.filter(line => line.includes(text)).length
  const problems: string[] = []
  for (const prefix of expect.requests ?? [])
    if (!lines.some(line => line.startsWith(prefix))) problems.push(`request: ${prefix} was not made`)
  for (const text of expect.notRequests ?? [])
    if (having(text) > 0) problems.push(`request: ${text} was made`)
  if (expect.noRequestsAtAll && lines.length > 0)
    problems.push(`request: none wanted, got ${lines.join(', ')}`)
  const [least, atLeast = 0] = expect.countAtLeast ?? []
  if (least !== undefined && having(least) < atLeast)
    problems.push(`requests: ${least}: wanted ${atLeast} at least, got ${having(least)}`)
  const [most, atMost = 0] = expect.countAtMost ?? []
  if (most !== undefined && having(most) > atMost)
    problems.push(`requests: ${most}: wanted ${atMost} at most, got ${having(most)}`)
  return [...problems, ...bodyProblems(expect, requests), ...answerProblems(expect, requests)]
}

function bodyProblems({ body }: Expectation, requests: Outcome['requests']): string[] {
  if (!body) return []
  const found = requests.find(({ url }) => url.includes(body.url))
  if (!found) return [`body: no request to ${body.url}`]
  const json: unknown = found.body === null ? null : JSON.parse(found.body)
  return matches(body.json, json) ? [] : [`body of ${body.url}: wanted ${show(body.json)}, got ${show(json)}`]
}

function answerProblems({ answer }: Expectation, requests: Outcome['requests']): string[] {
  if (!answer) return []
  const found = requests.find(({ url }) => url.includes(answer.url))?.answer
  if (!found) return [`answer: no response from ${answer.url}`]
  const { status, body } = found
  const json: unknown = JSON.parse(body)
  if (status === answer.status && matches(answer.json, json)) return []
  return [
    `answer of ${answer.url}: wanted ${answer.status} ${show(answer.json)}, got ${status} ${show(json)}`,
  ]
}

function pageProblems(expect: Expectation, { log, bridge, localKeys, console }: Outcome): string[] {
  const problems: string[] = []
  const { nav } = expect
  if (nav && (nav.length !== log.nav.length || !nav.every((prefix, i) => log.nav[i]?.startsWith(prefix))))
    problems.push(`nav: wanted ${show(nav)}, got ${show(log.nav)}`)
  const { navHas, consoleHas } = expect
  if (navHas !== undefined && !log.nav.some(url => url.includes(navHas)))
    problems.push(`nav: none has ${navHas}: ${show(log.nav)}`)
  for (const [type, json] of expect.bridge ?? [])
    if (!bridge.some(seen => seen[0] === type && seen[1] === json))
      problems.push(`bridge: ${type} ${json} was not posted: ${show(bridge)}`)
  for (const name of expect.keysLocalAbsent ?? [])
    if (localKeys.some(key => key.endsWith(`:${name}`))) problems.push(`localStorage: a key ends in :${name}`)
  if (consoleHas !== undefined && !console.some(line => line.includes(consoleHas)))
    problems.push(`console: no line has ${consoleHas}`)
  return problems
}

/** Returns a sentence for each expectation that failed; empty if the case passed. */
export function checkOutcome(expect: Expectation, outcome: Outcome): readonly string[] {
  const problems = initProblems(expect, outcome)
  if (problems.length === 0 && !expect.initError && !expect.init)
    problems.push(...callProblems(expect, outcome))
  return [...problems, ...requestProblems(expect, outcome), ...pageProblems(expect, outcome)]
}
