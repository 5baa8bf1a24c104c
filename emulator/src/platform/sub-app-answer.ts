import type { SubWindow } from '../world/state.ts'
import type { LineCall } from './route.ts'

type Outcome = NonNullable<SubWindow['outcome']>

export type Answered = { readonly outcome: Outcome } | { readonly page: Response }

/** `form` is null until the user submits it. In a browser window, only the page can decrypt `appData`. */
export type Answer = (
  call: LineCall,
  mainLiffId: string,
  form: URLSearchParams | null,
  appData?: unknown,
) => Promise<Answered>

export const submit = (result: unknown): Answered => ({ outcome: { status: 'submit', result } })
export const cancelled: Answered = { outcome: { status: 'cancel', result: {} } }
