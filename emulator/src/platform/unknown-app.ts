import type { Line } from '../world/line.ts'
import type { RequestLog } from './log.ts'

/** The start of the log message about a LIFF id that this LINE does not have. */
export const UNKNOWN_APP_PREFIX = 'liff.init was given'

/** Logs that the page's LIFF id is not an app of this LINE, and returns a message that says how to fix it. */
export function answerUnknownApp(line: Line, log: RequestLog, liffId: string): { message: string } {
  const known = line.world().scenario.apps.map(app => app.liffId)
  const message =
    `${UNKNOWN_APP_PREFIX} ${liffId}, but this LINE has only ${known.join(', ')}. ` +
    "Pass your app's LIFF id to the emulator: --liff-id on the command line, otherwise the option liffId"
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
