import { loadDom, openSdkPage, type PageWindow } from '#emulator/headless/sdk-page.ts'
import { compile, type Program, sdkProgram } from '#emulator/headless/sdk-program.ts'
import type { Driver } from './driver.ts'
import { emulateLine } from './emulated-line.ts'
import type { SeenRequest } from './outcome.ts'
import type { PageResult } from './page/page-case.ts'
import { bundlePage } from './page-bundle.ts'
import { pageCase, waitForRequests } from './platform-driver.ts'
import { SDK_PACKAGES, type SdkVersion } from './sdk-bundle.ts'

type CaseWindow = { __runCase(): Promise<string> }

/** Adds the page features that the cases need and happy-dom lacks. */
function addMissing(window: PageWindow): void {
  const { Event } = window
  class PageTransitionEvent extends Event {
    readonly persisted: boolean
    constructor(type: string, about: { readonly persisted?: boolean } = {}) {
      super(type)
      this.persisted = about.persisted ?? false
    }
  }
  const compileCall = (text: string) =>
    new Function('page', `with (page) { return async liff => {\n${text}\n} }`)(window) as unknown
  // Cases set the page's clock, which would otherwise be the test's clock.
  class PageDate extends Date {}
  Object.assign(window, { Date: PageDate, PageTransitionEvent, __compile: compileCall })
}

/** The headless driver: runs cases with the unmodified SDK in happy-dom, on the same emulated LINE as the browsers. */
export async function createHeadlessDriver(sdk: SdkVersion): Promise<Driver> {
  const dom = await loadDom()
  const scripts = await Promise.all([bundlePage('recorder'), bundlePage('run-case')])
  const [recorder, runCase] = scripts.map(compile) as [Program, Program]
  const program = sdkProgram(SDK_PACKAGES[sdk])
  return {
    name: `headless x ${sdk}`,
    async run(one, expect) {
      const line = await emulateLine(one)
      const requests: SeenRequest[] = []
      async function answer(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
        const url = String(input)
        const body = typeof init.body === 'string' ? init.body : null
        if (url === '/__scheme') {
          await line.followScheme(body ?? '')
          return new Response()
        }
        const seen = { method: init.method ?? 'GET', url, body, answer: null as SeenRequest['answer'] }
        requests.push(seen)
        const response = await line.handle(new Request(url, init))
        if (response === null) throw new TypeError('Failed to fetch')
        seen.answer = { status: response.status, body: await response.clone().text() }
        return response
      }
      const window = openSdkPage({
        dom,
        url: line.launchUrl,
        userAgent: line.userAgent,
        language: one.setup.locale ?? 'en-US',
        colorScheme: 'light',
        sdk: program,
        fetch: answer,
        navigate: () => {},
        prepare(window) {
          addMissing(window)
          Object.assign(window, { __case: pageCase({ one, expect, line }) })
          recorder(window)
        },
      })
      window.liff._dispatchEvent?.(JSON.stringify({ type: 'ready' }))
      runCase(window)
      const result = JSON.parse(await (window as unknown as CaseWindow).__runCase()) as PageResult
      await waitForRequests(expect, requests)
      await window.happyDOM.close()
      return { ...result, requests }
    },
  }
}
