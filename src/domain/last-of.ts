/** Like `findLast`, which the oldest supported phones do not have. */
export const lastOf = <T>(list: readonly T[], fits: (element: T) => boolean): T | undefined =>
  list.filter(fits).pop()
