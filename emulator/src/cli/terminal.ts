/** Where a verb speaks, and what ends one that runs until it is stopped. */
export type Terminal = {
  readonly print: (text: string) => void
  readonly printError: (text: string) => void
  /** Resolves when the person has had enough. */
  readonly stopped: Promise<void>
}

/** This process's own: stdout, stderr, Ctrl-C. */
export function processTerminal(): Terminal {
  return {
    print: text => console.log(text),
    printError: text => console.error(text),
    stopped: new Promise(resolve => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    }),
  }
}
