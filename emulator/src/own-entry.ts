/** Reads only own properties: a plain lookup of `constructor` would find a property that all objects have. */
export const ownEntry = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined
