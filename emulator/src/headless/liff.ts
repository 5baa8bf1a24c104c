import type { Liff } from '@line/liff'
import { bridgeCalls, purchaseCalls } from './bridge-calls.ts'
import {
  type CallContext,
  environmentCalls,
  type LiffCalls,
  messageCalls,
  windowCalls,
} from './liff-calls.ts'
import { createUrl, createUrlBy } from './permanent-link.ts'
import { accessTokenOf, type Phone } from './phone.ts'
import { withPlugins } from './plugins.ts'
import { answerQuickFill } from './quick-fill.ts'
import type { ScreenAnswers } from './screen-answers.ts'
import { loadTexts } from './sdk-assets.ts'
import { sdkFetch } from './sdk-fetch.ts'
import { sessionCalls } from './session-calls.ts'
import { childCalls, openSubWindow, type SubWindowParams } from './sub-window.ts'
import { type Listener, listen, unlisten } from './sub-window-events.ts'

/**
 * Creates the `liff` object of a test. Each method makes the checks of SDK 2.26.1 and returns the emulated
 * LINE's data.
 */
export function createLiff(phone: Phone, answers: () => ScreenAnswers): Liff {
  const context: CallContext = {
    phone,
    answers,
    line: (path, init) => sdkFetch(phone.fetch, accessTokenOf(phone), `https://api.line.me/${path}`, init),
  }
  const calls: LiffCalls = {
    ...sessionCalls(context),
    ...environmentCalls(context),
    ...messageCalls(context),
    ...windowCalls(context),
    ...bridgeCalls(context),
    iap: purchaseCalls(context),
    permanentLink: {
      createUrl: () => createUrl(phone),
      createUrlBy: (url: string) => createUrlBy(phone, url),
      setExtraQueryParam: (text: string) => {
        phone.page().extraQuery = text
      },
    },
    i18n: { setLang: (language: string) => loadTexts(phone, language) },
    subWindow: {
      on: (event: string, listener: unknown) => listen(phone, event, listener as Listener),
      off: (event: string, listener: unknown) => unlisten(phone, event, listener as Listener),
      open: (params: SubWindowParams) =>
        openSubWindow(phone, params).then(() => void answerQuickFill(phone, answers().quickFill)),
      ...childCalls(phone),
    },
  }
  return Object.defineProperties(withPlugins(calls), {
    id: { enumerable: true, get: () => phone.page().liffId },
    ready: { enumerable: true, get: () => phone.page().ready },
  }) as Liff
}
