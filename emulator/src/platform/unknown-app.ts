import { allApps } from '../scenario/internal-channels.ts'
import type { Line } from '../world/line.ts'
import type { RequestLog } from './log.ts'

export const UNKNOWN_APP_PREFIX = 'liff.init was given'

export function answerUnknownApp(line: Line, log: RequestLog, liffId: string): { message: string } {
  const { scenario } = line.world()
  const known = allApps(scenario).map(app => app.liffId)
  const message =
    `${UNKNOWN_APP_PREFIX} ${liffId}, but this LINE has only ${known.join(', ')}. ` +
    "Pass your app's LIFF id to the emulator: --liff-id on the command line, otherwise the option liffId"
  const entry = {
    at: Date.now(),
    userId: scenario.user,
    via: 'bridge',
    method: 'POST',
    url: 'bridge:liff.init',
    status: 404,
  } as const
  log.add({ ...entry, ms: 0, request: JSON.stringify({ liffId }), response: null, error: message })
  return { message }
}
