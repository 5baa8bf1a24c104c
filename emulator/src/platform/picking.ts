import { type Fields, fieldsOf } from '../fields.ts'
import { checkMessages } from '../messages/check.ts'
import type { Line } from '../world/line.ts'
import type { Picking } from '../world/state.ts'

function parsed(data: string): Fields {
  try {
    return fieldsOf(JSON.parse(data))
  } catch {
    return {}
  }
}

export function payloadOf(data: string) {
  const { messages, isMultiple } = parsed(data)
  return { messages: messages as readonly Fields[], isMultiple: isMultiple !== false }
}

/** If LINE would reject the messages, ends the picker with LINE's error before the user sees it. */
export function receiveMessages(line: Line, ott: string, before: Picking, data: string): Picking {
  const checked = checkMessages(parsed(data).messages, 'shareTargetPicker')
  const picking: Picking = checked.ok
    ? { ...before, data }
    : { ...before, result: 'FAILURE', problem: checked.problem }
  line.dispatch({ type: 'picking', ott, picking })
  return picking
}
