import { type Browser, chromium } from '@playwright/test'
import { chromiumArgs } from '../chromium.mjs'
import { Failure } from './outcome.ts'

/** The time limit for loading a page and for each click. */
const PAGE_MS = 60_000

export type Visit = {
  /** Console messages and page errors, oldest first. */
  readonly lines: () => readonly string[]
  readonly close: () => Promise<void>
}

/**
 * A Chromium that starts on the first visit and loads nothing from other machines. `patience` multiplies the time
 * limits.
 */
export function startBrowser(executablePath: string, patience: number) {
  const timeout = PAGE_MS * patience
  let browser: Promise<Browser> | undefined
  return {
    async visit(url: string, click: readonly string[]): Promise<Visit> {
      browser ??= chromium.launch({ executablePath, args: [...chromiumArgs] })
      const context = await (await browser).newContext()
      await context.route(
        ({ hostname }) => !isHere(hostname),
        route => route.abort(),
      )
      const page = await context.newPage()
      const lines: string[] = []
      page.on('console', message => lines.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', error => lines.push(`error: ${error.message}`))
      try {
        await page.goto(url, { timeout, waitUntil: 'commit' })
        for (const selector of click) await page.locator(selector).first().click({ timeout })
      } catch (error) {
        await context.close()
        throw new Failure('provoke', (error as Error).message.split('\n')[0] ?? '')
      }
      return { lines: () => lines, close: () => context.close() }
    },
    close: async () => (await browser)?.close(),
  }
}

export type StrangersBrowser = ReturnType<typeof startBrowser>

const isHere = (host: string): boolean =>
  host === 'localhost' || host === '127.0.0.1' || host.endsWith('.localhost')
