import { answerBridge } from '../control/bridge.ts'
import type { Line } from '../world/line.ts'
import type { BridgeMessage } from './phone.ts'
import type { ScreenAnswers } from './screen-answers.ts'

/** The user's answers on LINE's screens if the scenario has none; the test supplies the scanner's answer. */
const SAID: Readonly<Record<string, string>> = {
  'iap.createPayment': 'pay',
  'iap.requestConsentAgreement': 'allow',
}

/** Answers a bridge message as the LINE app would; a screen that it opens gets the test's answer. */
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
