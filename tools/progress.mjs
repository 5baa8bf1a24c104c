const QUIET_MS = 2000
const TERMINAL_MS = 1000
const LOG_MS = 10_000

/**
 * Prints `title`, waits for `work`, and shows how long it is taking. On a terminal one line counts the seconds, from
 * the second one on; elsewhere (a log file, CI) a new line comes every ten seconds.
 */
export async function withProgress(title, work, out = process.stdout) {
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
