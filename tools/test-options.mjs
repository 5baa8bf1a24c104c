const USAGE =
  'npm test -- [--all | --nightly[=PART] | --changed[=REVISION]] [--keep-going]. To run one file: npx vitest run FILE, npx playwright test FILE.'

/**
 * Parses the test command's arguments. Exits with 2 if one is wrong.
 * @param {readonly string[]} words
 * @param {readonly string[]} parts the names for `--nightly=PART`
 * @returns {{ circle: 'quick' | 'push' | 'merge' | 'nightly', part: string | null, changed: string | null, keepGoing: boolean }}
 *   `changed` is the revision to compare with: empty for the default, null if everything runs
 */
export function readTestOptions(words, parts) {
  try {
    return parse(words, parts)
  } catch (error) {
    console.error(`npm test: ${error.message}`)
    return process.exit(2)
  }
}

/** Like `readTestOptions`, but throws. */
export function parse(words, parts) {
  const options = { circle: 'push', part: null, changed: null, keepGoing: false }
  const chosen = []
  for (const word of words) {
    const [, name, value] = /^--([a-z-]+)(?:=(.*))?$/.exec(word) ?? []
    const bare = value === undefined
    if (name === 'quick' && bare) chosen.push({ word, circle: 'quick' })
    else if (name === 'all' && bare) chosen.push({ word, circle: 'merge' })
    else if (name === 'nightly' && (bare || parts.includes(value)))
      chosen.push({ word, circle: 'nightly', part: value ?? null })
    else if (name === 'nightly') throw new Error(`${word}: the parts are ${parts.join(', ')}`)
    else if (name === 'changed') chosen.push({ word, changed: value ?? '' })
    else if (name === 'keep-going' && bare) options.keepGoing = true
    else throw new Error(`unknown argument ${word}. ${USAGE}`)
  }
  if (chosen.length > 1)
    throw new Error(`${chosen.map(({ word }) => word).join(' and ')} cannot be used together. ${USAGE}`)
  const { word: _, ...choice } = chosen[0] ?? {}
  return { ...options, ...choice }
}
