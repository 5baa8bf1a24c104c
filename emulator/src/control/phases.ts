import * as v from 'valibot'
import { invalidAt, type Parsed } from '../scenario/parse.ts'
import type { Scenario } from '../scenario/schema.ts'
import type { Actions } from './actions.ts'
import type { ListedPhase, PhaseList } from './phase-list.ts'

/** The operations of the REST control, and the phone's current user. */
export type PhaseTools = { readonly control: Actions; readonly user: Scenario['users'][number] }

/**
 * A phase in the app's life, such as "before the start". The project defines the phases; the emulator lists them and
 * applies them on request. The id has up to 40 letters, digits and hyphens.
 */
export type Phase = ListedPhase & {
  /**
   * Puts the app into this phase, for example by setting LINE's clock and replacing the server's data. If this throws,
   * the phase does not change and the emulator shows the error.
   */
  readonly apply: (tools: PhaseTools) => Promise<void>
}

const schema = v.array(
  v.object({
    id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/i)),
    label: v.object({ en: v.string(), th: v.optional(v.string()), ja: v.optional(v.string()) }),
    apply: v.function(),
  }),
)

export const arePhases = (value: unknown): boolean =>
  v.is(schema, value) && new Set(value.map(({ id }) => id)).size === value.length

export function createPhases(
  phases: readonly Phase[],
  first: string | null,
  tools: { readonly control: Actions; readonly user: () => PhaseTools['user'] },
) {
  let current = first
  let last: Promise<unknown> = Promise.resolve()
  const listeners = new Set<(id: string) => void>()
  const list = (): PhaseList => ({ phases: phases.map(({ id, label }) => ({ id, label })), current })

  async function apply(phase: Phase): Promise<PhaseList> {
    await phase.apply({ control: tools.control, user: tools.user() })
    current = phase.id
    for (const listener of [...listeners]) listener(phase.id)
    return list()
  }

  return {
    list,
    /** Waits while another phase is being applied. Rejects with the error that `apply` threw. */
    async apply(id: unknown): Promise<Parsed<PhaseList>> {
      const phase = phases.find(one => one.id === id)
      const ids = phases.map(one => one.id).join(', ')
      if (!phase) return invalidAt('id', ids === '' ? 'this project has no phases' : `expected one of ${ids}`)
      const applied = last.then(() => apply(phase))
      last = applied.catch(() => undefined)
      return { ok: true, value: await applied }
    },
    /** Returns a function that unsubscribes the listener. */
    subscribe(listener: (id: string) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type Phases = ReturnType<typeof createPhases>
