import { checkMessages } from '../messages/check.ts'
import type { Line } from '../world/line.ts'
import type { Picking } from '../world/state.ts'

/** What a page passes to the share picker. */
export type SharePayload = {
  readonly messages: readonly Readonly<Record<string, unknown>>[]
  readonly isMultiple: boolean
}

function parsed(data: string): { readonly messages?: unknown; readonly isMultiple?: unknown } {
  try {
    return (JSON.parse(data) as object | null) ?? {}
  } catch {
    return {}
  }
}

/** Returns what the page passed to a picker that has accepted its messages. */
export function payloadOf(data: string): SharePayload {
  const { messages, isMultiple } = parsed(data)
  return { messages: messages as SharePayload['messages'], isMultiple: isMultiple !== false }
}

/**
 * Passes a page's messages, as JSON, to the share picker. If LINE would refuse them, ends the picker with LINE's
 * error instead, before the user sees it.
 */
export function receiveMessages(line: Line, ott: string, before: Picking, data: string): Picking {
  const checked = checkMessages(parsed(data).messages, 'shareTargetPicker')
  const picking: Picking = checked.ok
    ? { ...before, data }
    : { ...before, result: 'FAILURE', problem: checked.problem }
  line.dispatch({ type: 'picking', ott, picking })
  return picking
}
