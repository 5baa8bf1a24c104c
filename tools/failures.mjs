import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Short summaries of failures and slow files for the end of a long run. */

const MAX_LINES = 10
const MAX_LENGTH = 200

/**
 * Returns the lines that name a file and line, or else the last lines.
 * @param {string} output
 * @returns {string[]}
 */
export function placesIn(output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map(line => line.replace(/ ━+/, '').trim())
    .filter(line => line !== '')
  const named = lines.filter(line =>
    /^\S+\.\w+(\(\d+,\d+\)|:\d+:\d+|\s+format\b)|\s\S+\.\w+:\d+:\d+$/.test(line),
  )
  // The compiler reports a file once per project that includes it.
  return shortened(named.length > 0 ? [...new Set(named.map(cut))] : lines.slice(-MAX_LINES))
}

/**
 * Returns a line for each failed file in a Vitest report: the place, title and message of its first failed test.
 * @returns {string[]}
 */
export function failedTests({ testResults }, root) {
  return shortened(
    testResults
      .filter(file => file.status === 'failed')
      .map(file => {
        const path = relative(root, file.name)
        const [first, ...others] = file.assertionResults.filter(test => test.status === 'failed')
        if (first === undefined) return `${path}: ${firstLine(file.message ?? '')}`
        const message = first.failureMessages[0] ?? ''
        const place = placeOf(message, path, root)
        const more = others.length > 0 ? ` (and ${others.length} more in this file)` : ''
        const at =
          place === null ? '' : place.startsWith(`${path}:`) ? place.slice(path.length) : ` (${place})`
        return `${path}${at} ${first.fullName.trim()}: ${firstLine(message)}${more}`
      }),
  )
}

/**
 * Returns a line for each failed test in a Playwright report, from its last attempt, then the errors outside tests.
 * @returns {string[]}
 */
export function failedBrowserTests({ suites, errors }) {
  const failed = suites.flatMap(specsOf).filter(spec => !spec.ok)
  const tests = failed.map(({ file, line, title, tests }) => {
    const last = tests.flatMap(test => test.results).findLast(result => result.error !== undefined)
    return `${file}:${line} ${title}: ${firstLine(last?.error?.message ?? '')}`
  })
  return shortened([...tests, ...errors.map(({ message }) => firstLine(message ?? ''))])
}

const specsOf = suite => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

const SLOWEST = 10

/** The ten slowest files of a Vitest report, measured from the start of the first test to the end of the last. */
export function slowestTestFiles({ testResults }, root) {
  return slowest(
    testResults.map(({ name, startTime, endTime }) => [relative(root, name), (endTime - startTime) / 1000]),
  )
}

/** The ten slowest files of a Playwright report, by the total time of their tests. */
export function slowestBrowserFiles({ suites }) {
  const seconds = new Map()
  for (const { file, tests } of suites.flatMap(specsOf))
    for (const { duration } of tests.flatMap(test => test.results))
      seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000)
  return slowest([...seconds])
}

const slowest = files =>
  files
    .map(([file, seconds]) => ({ file, seconds }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)

/**
 * Returns the place of an error: the line in the test file if it is in the stack, otherwise the innermost line outside
 * node_modules; null if there is none.
 */
function placeOf(message, test, root) {
  const frames = message.split('\n').flatMap(line => {
    const [, path, at] = /^\s*at .*?((?:\/|[A-Z]:[\\/])[^:]*):(\d+):\d+\)?$/.exec(line) ?? []
    return path === undefined ? [] : [`${relative(root, path)}:${at}`]
  })
  const ours = frames.filter(frame => !/^\.\.|node_modules/.test(frame))
  return ours.find(frame => frame.startsWith(`${test}:`)) ?? ours[0] ?? null
}

const firstLine = text =>
  cut(
    stripVTControlCharacters(text)
      .split('\n')
      .find(line => line.trim() !== '') ?? '',
  )

const cut = line => (line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line)

const shortened = lines =>
  lines.length > MAX_LINES
    ? [...lines.slice(0, MAX_LINES), `… and ${lines.length - MAX_LINES} more, above`]
    : lines
