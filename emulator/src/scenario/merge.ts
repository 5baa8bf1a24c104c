type Json = Record<string, unknown>

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** JSON Merge Patch (RFC 7396): null removes a field, so that the default applies. `keepNull` stores null instead. */
export function mergePatch(target: unknown, patch: unknown, keepNull = false): unknown {
  if (!isObject(patch)) return patch
  const merged = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [key, value] of Object.entries(patch)) {
    if (value === null && !keepNull) merged.delete(key)
    else merged.set(key, mergePatch(merged.get(key), value, keepNull))
  }
  // Unlike an assignment, `fromEntries` makes `__proto__` an ordinary field, which the schema rejects.
  return Object.fromEntries(merged)
}
