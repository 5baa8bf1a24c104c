import type { Line } from '../world/line.ts'
import type { RequestLog } from './log.ts'

/** How the log's entry about an id that this LINE does not have begins. */
export const UNKNOWN_APP_PREFIX = 'liff.init was given'

/** Logs that the page is another app than those of this LINE, and says what to do about it. */
export function answerUnknownApp(line: Line, log: RequestLog, liffId: string): { message: string } {
  const known = line.world().scenario.apps.map(app => app.liffId)
  const message =
    `${UNKNOWN_APP_PREFIX} ${liffId}, and this LINE has ${known.join(', ')}. ` +
    'Give the emulator the id of your app: --liff-id of the command, else the option liffId'
  const entry = {
    at: Date.now(),
    via: 'bridge',
    method: 'POST',
    url: 'bridge:liff.init',
    status: 404,
  } as const
  log.add({ ...entry, ms: 0, request: JSON.stringify({ liffId }), response: null, error: message })
  return { message }
}
