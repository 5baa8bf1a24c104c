import { answerBridge } from '../control/bridge.ts'
import type { Line } from '../world/line.ts'
import type { ScreenAnswers } from './liff.ts'
import type { BridgeMessage } from './phone.ts'

/** What is said on a screen of LINE's that the scenario leaves to a person; the scanner is told by the test. */
const SAID: Readonly<Record<string, string>> = {
  'iap.createPayment': 'pay',
  'iap.requestConsentAgreement': 'allow',
}

/** LINE's app at the other end of the bridge, with its screens answered by the test. */
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
