/** The input and output of a CLI command: functions that print, and a promise that resolves on Ctrl-C. */
export type Terminal = {
  readonly print: (text: string) => void
  readonly printError: (text: string) => void
  /** Resolves when the user stops the command (Ctrl-C). */
  readonly stopped: Promise<void>
}

/** The terminal of this process: stdout, stderr and Ctrl-C. */
export function processTerminal(): Terminal {
  return {
    print: text => console.log(text),
    printError: text => console.error(text),
    stopped: new Promise(resolve => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    }),
  }
}
