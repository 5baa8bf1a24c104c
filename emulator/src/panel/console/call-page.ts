import { type CallOutcome, PANEL_COMMAND_SOURCE } from '../../page-events.ts'
import { sendToPage } from '../phone/frame-page.ts'
import type { ToolTexts } from '../texts/en/tools.ts'

/** The timeout is long, because a call may wait for the user. */
const CALL_TIMEOUT_MS = 600_000

type CalledPage = {
  readonly frame: HTMLIFrameElement | null
  readonly origin: string
  readonly texts: ToolTexts
}

/** Calls an SDK function in the page inside a frame. Never rejects: the outcome contains any error. */
export function callPage(
  { frame, origin, texts }: CalledPage,
  name: string,
  args: readonly unknown[],
): Promise<CallOutcome> {
  if (frame === null) return Promise.resolve({ ok: false, code: null, message: texts.notOpen })
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    const end = (outcome: CallOutcome) => {
      clearTimeout(timer)
      port1.close()
      resolve(outcome)
    }
    const timer = setTimeout(() => end({ ok: false, code: null, message: texts.noAnswer }), CALL_TIMEOUT_MS)
    port1.onmessage = ({ data }: MessageEvent<CallOutcome>) => end(data)
    sendToPage(frame, origin, { source: PANEL_COMMAND_SOURCE, type: 'call', name, args }, [port2])
  })
}
