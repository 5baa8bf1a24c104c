import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installedSdk } from '../sdk/sdk-script.ts'

/** How long to wait for the app's server before a note says that it does not respond. */
const ANSWER_MS = 2000

export const notesAbout = (app: string): Promise<readonly string[]> =>
  /^https?:\/\//.test(app) ? notesAboutServer(app) : notesAboutFolder(app)

async function notesAboutServer(app: string): Promise<readonly string[]> {
  try {
    await fetch(app, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) })
    return []
  } catch (error) {
    const { name, cause } = error as Error & { readonly cause?: { readonly code?: string } }
    // Any other error, such as an untrusted certificate, shows that the server is running.
    if (name !== 'TimeoutError' && cause?.code !== 'ECONNREFUSED') return []
    return [`The app's server at ${app} does not answer yet. Start it, and then load the page again.`]
  }
}

async function notesAboutFolder(app: string): Promise<readonly string[]> {
  const html = await readFile(join(app, 'index.html'), 'utf8').catch(() => null)
  if (html === null) return [`${app} has no index.html.`]
  const isInstalled = [app, process.cwd()].some(folder => installedSdk(folder) !== null)
  if (isInstalled || !html.includes('static.line-scdn.net/liff')) return []
  return [
    `The app loads LINE's SDK from LINE's CDN, and the emulator replaces it with an installed one: run "npm install @line/liff" in ${app}.`,
  ]
}
