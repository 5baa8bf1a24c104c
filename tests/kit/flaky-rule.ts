/** Finds patterns in a test's source that make the test flaky. The checks compare lines of text and know no types. */

type Finding = { readonly line: number; readonly why: string }

const FIXED_WAIT = 'waits for a fixed time instead of for the thing itself'
const POSITION = 'takes an element by its position; say on the same line why the order cannot change'
const RESIZE = 'does not wait until the page is laid out: use `resize` of `kit/resize.ts`'
const LEFTOVER = 'does not wait until the deletion has ended'
const SHORT = 'gives up after one second: use `soon` of `kit/in-time.ts`, or say how long'
const AWAY =
  'leaves a table of a shared database missing if it fails: use `withoutTable` of `kit/without-table.ts`'
const FOCUS =
  'sends the key to the focused element, which may have changed: use `fillAndEnter` of `kit/keyboard.ts`'

/** Matches waits for a fixed time. A `setTimeout` without a time, which only lets queued tasks run, does not match. */
const waits = [
  /\bwaitForTimeout\(/,
  /from 'node:timers\/promises'/,
  /new Promise(?:<\w+>)?\(\(?\w*\)? ?=> ?\{? ?setTimeout\((?!\w+\)|\(\) => \w+\(\)\))/,
]

/** True if this `vi.waitFor` uses Vitest's default time limit. Any other limit is stated within nine lines. */
const isShort = (text: string, lines: readonly string[], index: number) =>
  /\bvi\.waitFor\(/.test(text) && !/timeout: |\d_000/.test(lines.slice(index, index + 9).join('\n'))

/** Matches calls that pick an element of a Playwright locator by its position. */
const position = /\.(?:first\(\)|last\(\)|nth\()/

/** Matches deletions that are not awaited. Biome reports promises that are neither awaited nor marked with `void`. */
const deletions = [
  /\bvoid [^;=]*\.(?:delete[A-Z]\w*|clear\w+|unroute\w*|evict\w*|dispose)\(/,
  /\bvoid (?:rm|unlink|caches?\.delete)\(/,
  // `deleteDatabase` returns a request, not a promise, so Biome does not report it.
  /^(?!.*new Promise).*\bindexedDB\.deleteDatabase\(/,
]

const usesLocators =
  /from '(?:@playwright\/test|(?:#tests\/kit|\.)\/(?:e2e|desk-e2e|fault-e2e|gallery-e2e)\.ts)'/

/** True if a comment at the end of the line gives a reason. */
const hasReason = (line: string) => /\s\/\/ \S/.test(line)

/** Returns the lines of a test or kit file that match one of the patterns and give no reason on the same line. */
export function flakyPatterns(source: string): readonly Finding[] {
  const locators = usesLocators.test(source)
  return source.split('\n').flatMap((text, index, lines): Finding[] => {
    if (/^\s*(?:\/\/|\/?\*)/.test(text) || hasReason(text)) return []
    const why = waits.some(wait => wait.test(text))
      ? FIXED_WAIT
      : locators && position.test(text)
        ? POSITION
        : deletions.some(deletion => deletion.test(text))
          ? LEFTOVER
          : /\.renameTo\(|alter table [^.]* rename to /.test(text)
            ? AWAY
            : /\.setViewportSize\(/.test(text)
              ? RESIZE
              : /\.keyboard\.press\(/.test(text) && /\.fill\(/.test(lines[index - 1] ?? '')
                ? FOCUS
                : isShort(text, lines, index)
                  ? SHORT
                  : null
    return why === null ? [] : [{ line: index + 1, why }]
  })
}
