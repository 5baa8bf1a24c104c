import type { SubWindow } from '../world/state.ts'
import type { LineCall } from './route.ts'

type Outcome = NonNullable<SubWindow['outcome']>

/** The result of one of LINE's own apps, or the page that asks the user first. */
export type Answered = { readonly outcome: Outcome } | { readonly page: Response }

/**
 * Answers for one of LINE's own apps. `form` is what the user posted, or null before; `appData` is what the main app
 * passed to the sub-window, undefined in a browser window, where only the page can decrypt it.
 */
export type Answer = (
  call: LineCall,
  mainLiffId: string,
  form: URLSearchParams | null,
  appData?: unknown,
) => Promise<Answered>

export const submit = (result: unknown): Answered => ({ outcome: { status: 'submit', result } })
export const cancelled: Answered = { outcome: { status: 'cancel', result: {} } }
