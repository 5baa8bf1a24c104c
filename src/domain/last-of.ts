/** Like `findLast`, which the oldest supported phones lack. */
export const lastOf = <T>(list: readonly T[], fits: (element: T) => boolean): T | undefined =>
  list.filter(fits).pop()
