import type { Plugin } from 'vite'
import * as lists from '#src/screens/home/shown-prizes.ts'

/** Replaces `src/screens/home/shown-prizes.ts` with the lists that it computes. */
export function shownPrizes(): Plugin {
  return {
    name: 'shown-prizes',
    apply: 'build',
    transform: {
      filter: { id: /src[\\/]screens[\\/]home[\\/]shown-prizes\.ts$/ },
      handler: () =>
        Object.entries(lists)
          .map(([name, list]) => `export const ${name} = ${JSON.stringify(list)}`)
          .join('\n'),
    },
  }
}
