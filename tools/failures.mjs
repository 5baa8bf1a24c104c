import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What failed, in the few lines that are read: the end of a long run names each failure and its place. */

const MOST = 10

/** The lines of a checker's output that name a place; where none does, its last ones. */
export function placesIn(output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map(line => line.replace(/ ━+/, '').trim())
    .filter(line => line !== '')
  const named = lines.filter(line =>
    /^\S+\.\w+(\(\d+,\d+\)|:\d+:\d+|\s+format\b)|\s\S+\.\w+:\d+:\d+$/.test(line),
  )
  return shortened(named.length > 0 ? named : lines.slice(-MOST))
}

/** The failed tests of a report of Vitest's: place, name and the message's first line. */
export function failedTests({ testResults }, root) {
  return shortened(
    testResults
      .filter(file => file.status === 'failed')
      .flatMap(file => {
        const path = relative(root, file.name)
        const failed = file.assertionResults.filter(test => test.status === 'failed')
        if (failed.length === 0) return [`${path}: ${firstLine(file.message ?? '')}`]
        return failed.map(test => {
          const message = test.failureMessages[0] ?? ''
          return `${path}${lineOf(message, file.name)} ${test.fullName.trim()}: ${firstLine(message)}`
        })
      }),
  )
}

function lineOf(message, file) {
  const at = message.split(`${file}:`)[1]
  return at === undefined ? '' : `:${Number.parseInt(at, 10)}`
}

const firstLine = text =>
  stripVTControlCharacters(text)
    .split('\n')
    .find(line => line.trim() !== '')
    ?.slice(0, 200) ?? ''

const shortened = lines =>
  lines.length > MOST ? [...lines.slice(0, MOST), `… and ${lines.length - MOST} more, above`] : lines
