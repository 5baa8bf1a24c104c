const QUIET_MS = 2000
const TERMINAL_MS = 1000
const LOG_MS = 10_000

/**
 * Prints `title` and the elapsed time of `work`: on a terminal, in one line that counts the seconds; elsewhere, in a
 * new line every ten seconds.
 * @template T
 * @param {string} title
 * @param {Promise<T>} work
 * @param {{ isTTY?: boolean, write(text: string): unknown }} out
 * @returns {Promise<T>}
 */
export async function withProgress(title, work, out = process.stderr) {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  out.write(out.isTTY ? `${title}…` : `${title}…\n`)
  const timer = setInterval(
    () => {
      if (!out.isTTY) out.write(`${title}… ${seconds()} s\n`)
      else if (Date.now() - started >= QUIET_MS) out.write(`\r${title}… ${seconds()} s`)
    },
    out.isTTY ? TERMINAL_MS : LOG_MS,
  )
  try {
    return await work
  } finally {
    clearInterval(timer)
    if (out.isTTY) out.write('\n')
    else if (seconds() * 1000 >= LOG_MS) out.write(`${title}: ${seconds()} s\n`)
  }
}
