type Json = Record<string, unknown>

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns `target` with `patch` applied as a JSON Merge Patch (RFC 7396): objects are merged field by field,
 * any other value is replaced. A null in the patch removes the field, so that the default applies. If
 * `keepNull` is true, null is stored as a value instead.
 */
export function mergePatch(target: unknown, patch: unknown, keepNull = false): unknown {
  if (!isObject(patch)) return patch
  const merged = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [key, value] of Object.entries(patch)) {
    if (value === null && !keepNull) merged.delete(key)
    else merged.set(key, mergePatch(merged.get(key), value, keepNull))
  }
  // Unlike an assignment, `fromEntries` makes "__proto__" a field like any other, which the schema then refuses.
  return Object.fromEntries(merged)
}
