import { answerBridge } from '../control/bridge.ts'
import type { BridgeCall, BridgeReply } from '../page-config.ts'
import { MSIT_PARAM, SUB_APPS } from '../platform/sub-apps.ts'
import type { Line } from '../world/line.ts'
import type { SubWindow } from '../world/state.ts'

/** How the user answers LINE's screens if the scenario does not specify it. */
export type ScreenAnswers = {
  /** The text of the scanned code; null if the user closes the scanner. */
  readonly scan: string | null
  /** How the user ends the share picker: sends the messages or cancels; null if the user never does. */
  readonly share: 'success' | 'cancel' | null
  /** How the user answers the screen with the common profile; null if the user never does. */
  readonly quickFill: 'fill' | 'cancel' | null
  /** Whether the user adds the official account when the app asks with `liff.requestFriendship`; null for no answer. */
  readonly addFriend: boolean | null
  /** Resolves with the access token of LINE's agreement window, or with null if the user refuses. */
  readonly agree: () => Promise<string | null>
}

/** The user's answers to the screens that {@link ScreenAnswers} does not contain. */
const SAID: Readonly<Record<string, string>> = {
  'iap.createPayment': 'pay',
  'iap.requestConsentAgreement': 'allow',
}

/** The ways in which a sub-window ends. */
export type SubWindowEnd = 'submit' | 'cancel' | 'close'

/** Stores how a sub-window has ended. Only its first end counts. */
export function endInWorld(line: Line, msit: string, outcome: NonNullable<SubWindow['outcome']>): void {
  const subWindow = line.world().subWindows[msit]
  if (subWindow?.outcome !== null) return
  line.dispatch({ type: 'sub-window', msit, subWindow: { ...subWindow, outcome } })
}

/** Returns the user's answers to LINE's own screens. */
export function createScreens(line: Line, fetch: typeof globalThis.fetch, answers: () => ScreenAnswers) {
  /** Posts a form of a screen. If the connection breaks, the page waits for a result, as it would in LINE. */
  const post = async (url: string, fields: Readonly<Record<string, string>>) => {
    await fetch(url, { method: 'POST', body: new URLSearchParams(fields) }).catch(() => undefined)
  }
  return {
    /** Returns the events with which the LINE app replies to a bridge message, after the user has answered its screen. */
    async bridge(call: BridgeCall): Promise<BridgeReply['events']> {
      const { ask, events } = await answerBridge(line, call, null)
      if (ask === undefined) return events
      const { scan } = answers()
      const said = SAID[call.type] ?? (scan === null ? 'cancel' : 'scanned')
      line.dispatch({ type: 'question', id: ask.id, answer: { said, value: scan ?? '' } })
      return (await answerBridge(line, { ...call, question: ask.id }, null)).events
    },
    /**
     * Answers the share picker at `url`. LINE refuses invalid messages without showing the picker. A browser window
     * passes its messages as `data`; inside LINE, the picker already has them.
     */
    async picker(url: string, data?: string): Promise<void> {
      if (data !== undefined) await post(url, { data })
      const { share } = answers()
      if (share !== null) await post(url, { answer: share === 'success' ? 'send' : 'cancel' })
    },
    /** Answers a sub-window with one of LINE's own apps. A sub-window with another app stays open. */
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
