import { DAY_MS } from '#contract/time.ts'
import { JOBS } from '#src/storage/keys.ts'
import type { Fault, History } from './history.ts'
import type { Plant } from './play.ts'

const OFFLINE: readonly Fault[] = Array(6).fill('drop-request')

const storedAgain: Plant = {
  prepare({ phone: { disk }, clock }) {
    const remove = disk.delete
    disk.delete = async keys => {
      const jobs = disk.peek(JOBS).filter(([key]) => keys.includes(key))
      await remove(keys)
      clock.after(1000, () => void disk.set(jobs))
    }
  },
}

const sentWithoutAsking: Plant = {
  prepare({ phone }) {
    const { open } = phone
    phone.open = () => {
      const page = open()
      const { outbox } = page
      outbox.onChange(() => {
        for (const { expired, id } of outbox.views()) if (expired) void outbox.retry(id)
      })
      return page
    }
  },
}

const waiting = { do: 'receipt', tab: 0, faults: OFFLINE, ms: 500 } as const

/** Bugs that bring back a job that must not come back, each with a history that reveals the bug. */
export const returns: Readonly<Record<string, { readonly plant: Plant; readonly history: History }>> = {
  'a job that a sign-out has deleted is stored again': {
    plant: storedAgain,
    history: {
      seed: 1,
      steps: [
        waiting,
        { do: 'sign-out', unsent: 'discard', ms: 5000 },
        { do: 'sign-in', who: 'A', ms: 5000 },
      ],
    },
  },
  'a job that is too old is sent without asking': {
    plant: sentWithoutAsking,
    history: {
      seed: 1,
      steps: [waiting, { do: 'set-clock', ms: 8 * DAY_MS }, { do: 'show', tab: 0, ms: 5000 }],
    },
  },
}
