import { answerBridge } from '../control/bridge.ts'
import type { BridgeCall, BridgeReply } from '../page-config.ts'
import { MSIT_PARAM, SUB_APPS } from '../platform/sub-apps.ts'
import type { Line } from '../world/line.ts'
import type { SubWindow } from '../world/state.ts'

/** How the user answers LINE's screens if the scenario does not say. */
export type ScreenAnswers = {
  /** Text of the scanned code; null if the user closes the scanner. */
  readonly scan: string | null
  /** Null if the user never answers the share target picker. */
  readonly share: 'success' | 'cancel' | null
  /** Null if the user never answers the Quick-fill screen. */
  readonly quickFill: 'fill' | 'cancel' | null
  /** Whether the user accepts `liff.requestFriendship`; null if the user never answers. */
  readonly addFriend: boolean | null
  /** Resolves to the access token from the agreement window, or null if the user refuses. */
  readonly agree: () => Promise<string | null>
}

/** Canned responses for all other screens. */
const SAID: Readonly<Record<string, string>> = {
  'iap.createPayment': 'pay',
  'iap.requestConsentAgreement': 'allow',
}

export type SubWindowEnd = 'submit' | 'cancel' | 'close'

/** Ends a sub-window unless it has already ended. */
export function endInWorld(line: Line, msit: string, outcome: NonNullable<SubWindow['outcome']>): void {
  const subWindow = line.world().subWindows[msit]
  if (subWindow?.outcome !== null) return
  line.dispatch({ type: 'sub-window', msit, subWindow: { ...subWindow, outcome } })
}

export function createScreens(line: Line, fetch: typeof globalThis.fetch, answers: () => ScreenAnswers) {
  /** If the connection fails, the page keeps waiting for a result, as in LINE. */
  const post = async (url: string, fields: Readonly<Record<string, string>>) => {
    await fetch(url, { method: 'POST', body: new URLSearchParams(fields) }).catch(() => undefined)
  }
  return {
    /** Returns the events with which the LINE app replies to a bridge message after the user's answer. */
    async bridge(call: BridgeCall): Promise<BridgeReply['events']> {
      const { ask, events } = await answerBridge(line, call, null)
      if (ask === undefined) return events
      const { scan } = answers()
      const said = SAID[call.type] ?? (scan === null ? 'cancel' : 'scanned')
      line.dispatch({ type: 'question', id: ask.id, answer: { said, value: scan ?? '' } })
      return (await answerBridge(line, { ...call, question: ask.id }, null)).events
    },
    /**
     * Handles a share target picker that opens at `url`. LINE rejects invalid messages without showing the picker. A
     * browser window passes its messages as `data`; inside LINE, the picker already has them.
     */
    async picker(url: string, data?: string): Promise<void> {
      if (data !== undefined) await post(url, { data })
      const { share } = answers()
      if (share !== null) await post(url, { answer: share === 'success' ? 'send' : 'cancel' })
    },
    /** Answers a sub-window if it shows one of LINE's own apps. Sub-windows of other apps stay open. */
    async subWindow(msit: string): Promise<void> {
      const { addFriend, agree, quickFill, scan } = answers()
      const id = line.world().subWindows[msit]?.subLiffId
      const answer = (fields: Readonly<Record<string, string>>) =>
        post(`https://liff.line.me/${id}?${MSIT_PARAM}=${msit}`, fields)
      if (id === SUB_APPS.scanner) await answer(scan === null ? { answer: 'cancel' } : { value: scan })
      if (id === SUB_APPS.quickFill && quickFill !== null) await answer({ answer: quickFill })
      if (id === SUB_APPS.addFriend && addFriend !== null)
        await answer({ answer: addFriend ? 'add' : 'skip' })
      if (id !== SUB_APPS.agreement) return
      const newAccessToken = await agree()
      if (newAccessToken === null) endInWorld(line, msit, { status: 'cancel', result: {} })
      else endInWorld(line, msit, { status: 'submit', result: { newAccessToken } })
    },
  }
}

export type Screens = ReturnType<typeof createScreens>
