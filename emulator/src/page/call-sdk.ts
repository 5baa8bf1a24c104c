import type { CallOutcome } from '../page-events.ts'

type Functions = { readonly [name: string]: unknown }

/** Calls an SDK function by its path under `liff`, such as `permission.query`. Never rejects. */
export async function callSdk(name: string, args: readonly unknown[]): Promise<CallOutcome> {
  try {
    const { liff } = window as unknown as { liff?: Functions }
    if (!liff) return failed('The page has not set window.liff.')
    const path = name.split('.')
    const last = path.pop() ?? ''
    let owner: Functions = liff
    for (const part of path) owner = owner[part] as Functions
    const run = owner?.[last]
    if (typeof run !== 'function') return failed(`liff.${name} is not a function.`)
    const value: unknown = await Reflect.apply(run, owner, args)
    return { ok: true, value: toJsonValue(value) }
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

/** `postMessage` can only clone plain values. Values that JSON cannot represent become strings. */
function toJsonValue(value: unknown): unknown {
  if (value === undefined) return null
  const text = JSON.stringify(value) as string | undefined
  return text === undefined ? String(value) : JSON.parse(text)
}
