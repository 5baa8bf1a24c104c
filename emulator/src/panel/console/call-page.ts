import { type CallOutcome, PANEL_COMMAND_SOURCE } from '../../page-events.ts'
import { sendToPage } from '../phone/use-frame.ts'

/** How long a page may take to say that it has heard a call, before it counts as one that cannot, milliseconds. */
const GIVE_UP_MS = 600_000

/** Calls a function of the SDK in the page of a frame; an answer may wait for a person. Never rejects. */
export function callPage(
  frame: HTMLIFrameElement | null,
  origin: string,
  name: string,
  args: readonly unknown[],
): Promise<CallOutcome> {
  if (frame === null)
    return Promise.resolve({ ok: false, code: null, message: 'The app is not open in the phone.' })
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    const end = (outcome: CallOutcome) => {
      clearTimeout(timer)
      port1.close()
      resolve(outcome)
    }
    const timer = setTimeout(
      () => end({ ok: false, code: null, message: 'The page did not answer.' }),
      GIVE_UP_MS,
    )
    port1.onmessage = ({ data }: MessageEvent<CallOutcome>) => end(data)
    sendToPage(frame, origin, { source: PANEL_COMMAND_SOURCE, type: 'call', name, args }, [port2])
  })
}
