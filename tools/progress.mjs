const QUIET_MS = 2000
const TERMINAL_MS = 1000
const LOG_MS = 10_000

/** The text of the terminal's line that counts seconds, or null. */
let counted = null

/**
 * Prints `title` and the elapsed time of `work`: on a terminal, in one line that counts the seconds; elsewhere, in a
 * new line every ten seconds. If other work is already counting on the terminal, the title gets a line above it.
 * @template T
 * @param {string} title
 * @param {Promise<T>} work
 * @param {{ isTTY?: boolean, write(text: string): unknown }} out
 * @returns {Promise<T>}
 */
export async function withProgress(title, work, out = process.stderr) {
  if (out.isTTY) return counted === null ? withCounter(title, work, out) : aboveCounter(title, work, out)
  const seconds = clock()
  out.write(`${title}…\n`)
  const timer = setInterval(() => out.write(`${title}… ${seconds()} s\n`), LOG_MS)
  try {
    return await work
  } finally {
    clearInterval(timer)
    if (seconds() * 1000 >= LOG_MS) out.write(`${title}: ${seconds()} s\n`)
  }
}

function clock() {
  const started = Date.now()
  return () => Math.round((Date.now() - started) / 1000)
}

async function withCounter(title, work, out) {
  const started = Date.now()
  const seconds = clock()
  counted = `${title}…`
  out.write(counted)
  const timer = setInterval(() => {
    if (Date.now() - started < QUIET_MS) return
    counted = `${title}… ${seconds()} s`
    out.write(`\r${counted}`)
  }, TERMINAL_MS)
  try {
    return await work
  } finally {
    clearInterval(timer)
    counted = null
    out.write('\n')
  }
}

function aboveCounter(title, work, out) {
  out.write(`\r${`${title}…`.padEnd(counted.length)}\n${counted}`)
  return work
}
