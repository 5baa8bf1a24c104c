/** Returns -1, 0 or 1 if version `a` is older than, equal to or newer than `b`; "9.19" equals "9.19.0". */
export function compareVersion(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return 0
}
