/** Returns the line below a list: the number of rows, plus the total and `how` to show the rest if there are more. */
export const countLine = (shown: number, total: number, what: string, how: string): string =>
  shown < total
    ? `${shown} of ${total.toLocaleString('en')} ${what}; ${how}`
    : `${total.toLocaleString('en')} ${what}`
