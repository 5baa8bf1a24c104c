import type { Fault } from '../scenario/fault-schema.ts'
import { invalidAt, type Parsed, parseFault } from '../scenario/parse.ts'
import type { Line } from '../world/line.ts'

export function createFaultActions(line: Line) {
  return {
    /** Adds a fault, generating an id if the fault has none. */
    addFault(value: unknown): Parsed<Fault> {
      const parsed = parseFault(value)
      if (!parsed.ok) return parsed
      const fault = { ...parsed.value, id: parsed.value.id ?? `fault-${line.secret(4)}` }
      if (line.world().scenario.faults.some(({ id }) => id === fault.id))
        return invalidAt('id', 'already exists, but must be unique')
      line.dispatch({ type: 'fault-added', fault })
      return { ok: true, value: fault }
    },

    /** Removes all faults if `id` is null. Returns false if no fault has the id. */
    removeFault(id: string | null): boolean {
      if (id !== null && !line.world().scenario.faults.some(fault => fault.id === id)) return false
      line.dispatch({ type: 'fault-removed', id })
      return true
    },
  }
}
