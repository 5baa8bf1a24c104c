import type { ActionsByName } from '#server/action.ts'
import { retryKind } from '#server/messages/retry-dead.ts'

export const messageActions = {
  retryMessages: {
    async run({ db, now, progress }, { kind }) {
      const { again, refused, hasMore } = await retryKind(db, kind, now, progress.step)
      const kept = [...refused.values()].reduce((sum, count) => sum + count, 0)
      return {
        answer: { again, kept, hasMore },
        detail: { kind, again, refused: Object.fromEntries(refused), hasMore },
      }
    },
  },
} satisfies Partial<ActionsByName>
