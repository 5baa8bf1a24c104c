import type { Liff } from '@line/liff'
import { bridgeCalls, purchaseCalls } from './bridge-calls.ts'
import { type CallContext, environmentCalls, messageCalls, type OwnCalls, windowCalls } from './liff-calls.ts'
import type { LiffMockHost } from './liff-mock-host.ts'
import { createUrl, createUrlBy } from './permanent-link.ts'
import { accessTokenOf, type Phone } from './phone.ts'
import type { ScreenAnswers } from './screen-answers.ts'
import { loadTexts } from './sdk-assets.ts'
import { sdkFetch } from './sdk-fetch.ts'
import { sessionCalls } from './session-calls.ts'
import { childCalls, openSubWindow, type SubWindowParams } from './sub-window.ts'
import { type Listener, listen, unlisten } from './sub-window-events.ts'

/**
 * Creates the `liff` object of a test. Each method first makes the checks of SDK 2.26.1, then returns the
 * emulated LINE's data through liff-mock. Methods that are not listed here come from liff-mock unchanged.
 */
export function createLiff(phone: Phone, host: LiffMockHost, answers: () => ScreenAnswers): Liff {
  const context: CallContext = {
    phone,
    answers,
    api: <T>(path: string, value: unknown, ...args: readonly unknown[]) =>
      host.answer(path, value, ...args) as T,
    line: (path, init) => sdkFetch(phone.fetch, accessTokenOf(phone), `https://api.line.me/${path}`, init),
  }
  const own: OwnCalls = {
    ...sessionCalls(context),
    ...environmentCalls(context),
    ...messageCalls(context),
    ...windowCalls(context),
    ...bridgeCalls(context),
    iap: purchaseCalls(context),
    permanentLink: {
      createUrl: () => context.api('permanentLink.createUrl', createUrl(phone)),
      createUrlBy: async (url: string) =>
        context.api('permanentLink.createUrlBy', await createUrlBy(phone, url)),
      setExtraQueryParam: (text: string) => {
        phone.page().extraQuery = text
      },
    },
    i18n: { setLang: (language: string) => loadTexts(phone, language) },
    subWindow: {
      on: (event: string, listener: unknown) => listen(phone, event, listener as Listener),
      off: (event: string, listener: unknown) => unlisten(phone, event, listener as Listener),
      open: (params: SubWindowParams) => openSubWindow(phone, params),
      ...childCalls(phone),
    },
  }
  const liff = Object.assign(Object.create(host.liff) as object, own)
  Object.defineProperties(liff, {
    id: { enumerable: true, get: () => phone.page().liffId },
    ready: { enumerable: true, get: () => phone.page().ready },
  })
  // liff-mock adds the SDK's remaining methods to the prototype at run time, which TypeScript cannot see.
  return liff as unknown as Liff
}
