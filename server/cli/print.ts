import { execFile } from 'node:child_process'
import { access, constants, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CliError } from './verb.ts'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
const PRINT_TIMEOUT_MS = 180_000

/** Returns CHROMIUM_PATH, or the first Chromium-based browser in PATH; null if none is found. */
export async function findBrowser(env: Readonly<Record<string, string | undefined>>): Promise<string | null> {
  const folders = (env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  const named = env.CHROMIUM_PATH ? [env.CHROMIUM_PATH] : []
  const candidates = [...named, ...BROWSERS.flatMap(name => folders.map(folder => join(folder, name)))]
  for (const path of candidates) {
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (runs) return path
  }
  return null
}

/** Prints an HTML document to a PDF file that only its owner can read. */
export async function printPdf(browser: string, html: string, file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'slips-'))
  try {
    const page = join(folder, 'page.html')
    await writeFile(page, html, { mode: 0o600 })
    // Create the file first so that other users cannot read it while the browser writes to it.
    await writeFile(file, '', { mode: 0o600 })
    await run(browser, [
      '--headless',
      '--disable-gpu',
      '--no-first-run',
      '--no-pdf-header-footer',
      `--user-data-dir=${join(folder, 'profile')}`,
      // Chromium's sandbox does not work as root. Turning it off is safe, because the page has no scripts and loads
      // nothing.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--print-to-pdf=${file}`,
      pathToFileURL(page).href,
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function run(browser: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(browser, args, { timeout: PRINT_TIMEOUT_MS }, error => {
      if (error === null) resolve()
      else reject(new CliError(`${browser}: could not print (${error.code ?? error.signal})`))
    })
  })
}
