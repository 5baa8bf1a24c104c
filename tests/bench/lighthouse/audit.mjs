import lighthouse from 'lighthouse'
import puppeteer from 'puppeteer-core'

/** Timeout for a page to become idle, even on a busy machine. */
const PATIENCE_MS = 120_000

async function withPage({ chromium, args, folder, scripts }, run) {
  const browser = await puppeteer.launch({
    executablePath: chromium,
    args: [...args],
    userDataDir: folder,
    headless: true,
  })
  try {
    const page = await browser.newPage()
    // The benchmark serves LINE's hosts from other origins, which the app's Content Security Policy does not
    // allow.
    await page.setBypassCSP(true)
    for (const script of scripts) await page.evaluateOnNewDocument(script)
    return await run(page)
  } finally {
    await browser.close()
  }
}

export function visit(options) {
  return withPage(options, async page => {
    page.setDefaultTimeout(PATIENCE_MS)
    await page.goto(options.url)
    await page.waitForFunction(() => performance.getEntriesByName('home').length > 0)
    await page.waitForNetworkIdle({ idleTime: 2000 })
  })
}

export function audit({ url, throttling, ...browser }) {
  return withPage(browser, async page => {
    const result = await lighthouse(
      url,
      {
        logLevel: 'error',
        onlyCategories: ['performance'],
        formFactor: 'mobile',
        throttlingMethod: throttling,
        // The profile is either new or contains the storage of an earlier visit, which Lighthouse must not
        // clear.
        disableStorageReset: true,
        disableFullPageScreenshot: true,
        maxWaitForLoad: PATIENCE_MS,
      },
      undefined,
      page,
    )
    return auditOf(result.lhr)
  })
}

function auditOf({ audits, categories, runtimeError }) {
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`)
  const value = name => audits[name]?.numericValue ?? Number.NaN
  const rows = name => audits[name]?.details?.items ?? []
  const home = rows('user-timings').find(({ name }) => name === 'home')?.startTime ?? Number.NaN
  return {
    score: Math.round((categories.performance?.score ?? Number.NaN) * 100),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    speedIndex: value('speed-index'),
    timeToInteractive: value('interactive'),
    blocking: value('total-blocking-time'),
    home,
  }
}
