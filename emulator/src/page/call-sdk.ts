import type { CallOutcome } from '../page-events.ts'

type Functions = { readonly [name: string]: unknown }

/** Calls a function of the page's SDK by its path below `liff`, such as `permission.query`. Never rejects. */
export async function callSdk(name: string, args: readonly unknown[]): Promise<CallOutcome> {
  try {
    const { liff } = window as unknown as { liff?: Functions }
    if (!liff) return failed('the page has no window.liff yet')
    const path = name.split('.')
    const last = path.pop() ?? ''
    let owner: Functions = liff
    for (const part of path) owner = owner[part] as Functions
    const run = owner?.[last]
    if (typeof run !== 'function') return failed(`liff.${name} is no function here`)
    const value: unknown = await Reflect.apply(run, owner, args)
    return { ok: true, value: cloned(value) }
  } catch (error) {
    const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
    return {
      ok: false,
      code: typeof code === 'string' ? code : null,
      message: typeof message === 'string' ? message : String(error),
    }
  }
}

function failed(message: string): CallOutcome {
  return { ok: false, code: null, message }
}

/** What goes through a message; a value that JSON does not know is told by its text. */
function cloned(value: unknown): unknown {
  if (value === undefined) return null
  const text = JSON.stringify(value) as string | undefined
  return text === undefined ? String(value) : JSON.parse(text)
}
