/** The oldest supported phones lack `findLast`. */
export const lastOf = <T>(list: readonly T[], fits: (element: T) => boolean): T | undefined =>
  list.filter(fits).pop()
