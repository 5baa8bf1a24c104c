import { isFields } from '../fields.ts'

/** JSON Merge Patch (RFC 7396): null removes a field, so that the default applies. `keepNull` stores null instead. */
export function mergePatch(target: unknown, patch: unknown, keepNull = false): unknown {
  if (!isFields(patch)) return patch
  const merged = new Map(Object.entries(isFields(target) ? target : {}))
  for (const [key, value] of Object.entries(patch)) {
    if (value === null && !keepNull) merged.delete(key)
    else merged.set(key, mergePatch(merged.get(key), value, keepNull))
  }
  // Unlike an assignment, `fromEntries` makes `__proto__` an ordinary field, which the schema rejects.
  return Object.fromEntries(merged)
}
