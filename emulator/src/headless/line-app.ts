import { answerBridge } from '../control/bridge.ts'
import { SUB_APPS } from '../platform/sub-apps.ts'
import type { Line } from '../world/line.ts'
import type { SubWindow } from '../world/state.ts'
import type { BridgeMessage } from './recorded.ts'
import type { ScreenAnswers } from './screen-answers.ts'

/**
 * How the user answers LINE's screens if the scenario does not specify it. The test supplies the scanner's
 * result.
 */
const SAID: Readonly<Record<string, string>> = {
  'iap.createPayment': 'pay',
  'iap.requestConsentAgreement': 'allow',
}

/**
 * Returns the events with which the LINE app replies to a bridge message. If the message opens a screen, uses the
 * test's answer to it.
 */
export async function answerAsLineApp(
  line: Line,
  [type, featureToken, callbackId, json]: BridgeMessage,
  { scan }: Pick<ScreenAnswers, 'scan'>,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const call = { type, featureToken, callbackId, json }
  const first = await answerBridge(line, call, null)
  if (first.ask === undefined) return first.events
  const { id } = first.ask
  const said = SAID[type] ?? (scan === null ? 'cancel' : 'scanned')
  line.dispatch({ type: 'question', id, answer: { said, value: scan ?? '' } })
  return (await answerBridge(line, { ...call, question: id }, null)).events
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
    /** Answers the share picker at `url`. LINE refuses invalid messages without showing the picker. */
    async picker(url: string): Promise<void> {
      const { share } = answers()
      if (share !== null) await post(url, { answer: share === 'success' ? 'send' : 'cancel' })
    },
    /** Passes the messages to the share picker in a browser window, and answers it. */
    async pickerWindow(url: string, data: string): Promise<void> {
      await post(url, { data })
      await this.picker(url)
    },
    /** Answers a sub-window with one of LINE's own apps. A sub-window with another app stays open. */
    async subWindow(url: string, msit: string): Promise<void> {
      const { addFriend, agree, quickFill, scan } = answers()
      const id = new URL(url).pathname.slice(1)
      if (id === SUB_APPS.scanner) await post(url, scan === null ? { answer: 'cancel' } : { value: scan })
      if (id === SUB_APPS.quickFill && quickFill !== null) await post(url, { answer: quickFill })
      if (id === SUB_APPS.addFriend && addFriend !== null)
        await post(url, { answer: addFriend ? 'add' : 'skip' })
      if (id !== SUB_APPS.agreement) return
      const newAccessToken = await agree()
      const agreed = newAccessToken !== null
      endInWorld(line, msit, {
        status: agreed ? 'submit' : 'cancel',
        result: agreed ? { newAccessToken } : {},
      })
    },
  }
}

export type Screens = ReturnType<typeof createScreens>
