import { answerBridge } from '../control/bridge.ts'
import type { Line } from '../world/line.ts'
import type { BridgeMessage } from './phone.ts'
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
 * Replies to a bridge message as the LINE app would. If the message opens a screen, uses the test's answer to
 * it.
 */
export async function answerAsLineApp(
  line: Line,
  [type, featureToken, callbackId, json]: BridgeMessage,
  { scan }: Pick<ScreenAnswers, 'scan'>,
): Promise<Readonly<Record<string, unknown>> | null> {
  const call = { type, featureToken, callbackId, json }
  const first = await answerBridge(line, call, null)
  if (first.ask === undefined) return first.events[0] ?? null
  const { id } = first.ask
  const said = SAID[type] ?? (scan === null ? 'cancel' : 'scanned')
  line.dispatch({ type: 'question', id, answer: { said, value: scan ?? '' } })
  const { events } = await answerBridge(line, { ...call, question: id }, null)
  return events[0] ?? null
}
