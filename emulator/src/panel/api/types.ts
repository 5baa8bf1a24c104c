import type { Scenario } from '../../scenario/schema.ts'

export type { ClockCommand } from '../../control/clock-command.ts'
export type { LoggedRequest } from '../../platform/log.ts'
export type { Fault, Scenario } from '../../scenario/schema.ts'
export type { SentMessage } from '../../world/state.ts'

/** A scenario to choose, as `GET scenarios` lists it. */
export type ScenarioSummary = {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Where its app is opened. */
  readonly environment: Scenario['environment']['kind']
}

/** A JSON merge patch of the state: only what changes; null takes a field back to its default. */
export type Patch = {
  readonly [Key in keyof Scenario]?: Scenario[Key] extends readonly unknown[]
    ? Scenario[Key]
    : Scenario[Key] extends object
      ? PatchObject<Scenario[Key]>
      : Scenario[Key] | null
}
type PatchObject<T> = {
  readonly [Key in keyof T]?: T[Key] | null | (T[Key] extends object ? PatchObject<T[Key]> : never)
}

/** A message as the chat shows it. */
export type ChatMessage = {
  readonly id: string
  readonly userId: string
  readonly type: string
  readonly text: string
  /** Clock time, HH:MM. */
  readonly time: string
  /** Whom the share picker sent it to; undefined: this chat. */
  readonly to: string | undefined
}

type EntryBase = {
  readonly key: string
  /** Milliseconds since 1970, the computer's clock. */
  readonly at: number
  readonly failed: boolean
}

/** A request to one of LINE's hosts, and its answer. */
type RequestEntry = EntryBase & {
  readonly kind: 'request'
  readonly method: string
  readonly host: string
  readonly path: string
  /** With its `?`, or empty. */
  readonly query: string
  readonly status: number
  readonly note: string
  readonly detail: unknown
}

/** A message over the bridge, a navigation, or anything else the page tells. */
export type NoteEntry = EntryBase & {
  readonly kind: 'bridge' | 'navigation' | 'page'
  readonly title: string
  readonly note: string
  readonly detail: unknown
}

export type TimelineEntry = RequestEntry | NoteEntry
