type Json = Record<string, unknown>

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * `patch` laid over `target` (RFC 7396 JSON Merge Patch): objects field by field, all else replaced. A null removes
 * the field, so that it returns to its default; use `keepNull` where null is a value.
 */
export function mergePatch(target: unknown, patch: unknown, keepNull = false): unknown {
  if (!isObject(patch)) return patch
  const merged: Json = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (key === '__proto__') continue
    if (value === null && !keepNull) delete merged[key]
    else merged[key] = mergePatch(merged[key], value, keepNull)
  }
  return merged
}
