/**
 * Returns the line below a list: the number of rows, and the total if there are more. `how` explains how to show the
 * rest.
 */
export const countLine = (shown: number, total: number, what: string, how: string): string =>
  shown < total
    ? `${shown} of ${total.toLocaleString('en')} ${what}; ${how}`
    : `${total.toLocaleString('en')} ${what}`
