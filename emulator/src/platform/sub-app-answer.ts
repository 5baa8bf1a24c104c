import type { SubWindow } from '../world/state.ts'
import type { LineCall } from './route.ts'

type Outcome = NonNullable<SubWindow['outcome']>

export type Answered = { readonly outcome: Outcome } | { readonly page: Response }

/**
 * `form` is null until the user submits it. `appData` comes from the main app; in a browser window, only the page can
 * decrypt it.
 */
export type Answer = (
  call: LineCall,
  mainLiffId: string,
  form: URLSearchParams | null,
  appData?: unknown,
) => Promise<Answered>

export const submit = (result: unknown): Answered => ({ outcome: { status: 'submit', result } })
export const cancelled: Answered = { outcome: { status: 'cancel', result: {} } }
