/** Line below a list: the number of rows, and the total if more exist. `how` tells how to show the others. */
export const countLine = (shown: number, total: number, what: string, how: string): string =>
  shown < total
    ? `${shown} of ${total.toLocaleString('en')} ${what}; ${how}`
    : `${total.toLocaleString('en')} ${what}`
