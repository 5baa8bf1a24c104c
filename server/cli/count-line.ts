/** Returns the line below a list: how many rows it has, and of how many if there are more. `how`: what shows the others. */
export const countLine = (shown: number, total: number, what: string, how: string): string =>
  shown < total
    ? `${shown} of ${total.toLocaleString('en')} ${what}; ${how}`
    : `${total.toLocaleString('en')} ${what}`
