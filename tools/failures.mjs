import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What failed, in the few lines that are read: the end of a long run names each failure and its place. */

const MOST = 10
const WIDEST = 200

/** The lines of a checker's output that name a place; where none does, its last ones. */
export function placesIn(output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map(line => line.replace(/ ━+/, '').trim())
    .filter(line => line !== '')
  const named = lines.filter(line =>
    /^\S+\.\w+(\(\d+,\d+\)|:\d+:\d+|\s+format\b)|\s\S+\.\w+:\d+:\d+$/.test(line),
  )
  // Files that two projects share are told of twice.
  return shortened(named.length > 0 ? [...new Set(named.map(cut))] : lines.slice(-MOST))
}

/** The first failed test of each file in a report of Vitest's: place, name and the message's first line. */
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

/** The file and line of ours where an error came from, of the test itself if it passed there; null where it does not say. */
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

const cut = line => (line.length > WIDEST ? `${line.slice(0, WIDEST)}…` : line)

const shortened = lines =>
  lines.length > MOST ? [...lines.slice(0, MOST), `… and ${lines.length - MOST} more, above`] : lines
