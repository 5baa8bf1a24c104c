export type Terminal = {
  readonly print: (text: string) => void
  readonly printError: (text: string) => void
  /** Resolves when the user stops the command (Ctrl-C). */
  readonly stopped: Promise<void>
}

export function processTerminal(): Terminal {
  return {
    print: text => console.log(text),
    printError: text => console.error(text),
    stopped: new Promise(resolve => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    }),
  }
}
