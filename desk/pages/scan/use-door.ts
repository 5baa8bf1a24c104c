import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { HandedOver, NightList } from '#contract/desk/staff.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import type { RewardType } from '#contract/schema/reward.ts'
import { CallError, call } from '../../api/call.ts'
import { signedOut } from '../../api/use-desk.ts'
import { type Checked, checkOffline, prefixOf } from './check-offline.ts'
import {
  claim,
  type DeviceSettings,
  forgetNight,
  readNight,
  readOwn,
  type StoredNight,
  settle,
  type Unsent,
  writeNight,
} from './night-store.ts'

type News = Pick<DeskAnswer<'syncHandOvers'>, 'conflicts' | 'counts'>

/** The outcome of a hand-over: the server's answer, or the device's own decision without a network. */
export type Done =
  | HandedOver
  | { readonly result: 'stored'; readonly at: number }
  | { readonly result: 'no-answer' }

export type Door = {
  readonly isOnline: boolean
  readonly night: StoredNight | null
  readonly news: News | null
  readonly unsent: number
  /** The device's clock minus the server's, in milliseconds; null until the server has answered once. */
  readonly clockError: number | null
  check(code: string): Promise<Checked>
  handOver(code: string, rewardType: RewardType, guardianSeen: boolean): Promise<Done>
}

const SYNC_MS = 15_000
const LIST_MS = 5 * 60_000
/** Longer waits keep the queue waiting. The device then works as without a network. */
const ANSWER_MS = 4000
/** The list of a large event takes longer on a slow network. */
const LOAD_MS = 30_000
const BATCH = 100

/** Works at the door: asks the server, and works with the stored list while the server cannot be reached. */
export function useDoor(personId: string, settings: DeviceSettings): Door {
  const { device, store } = settings
  const [night, setNight] = useState<StoredNight | null>(null)
  const [news, setNews] = useState<News | null>(null)
  const [unsent, setUnsent] = useState(0)
  const [clockError, setClockError] = useState<number | null>(null)
  const state = useRef({ listedAt: 0, offset: 0 })
  const { isOnline, reach, isReached, hasEnded } = useReach(() => setNight(null))

  const serverNow = useCallback(() => Date.now() + state.current.offset, [])

  const sync = useCallback(async () => {
    setNight(await readNight(Date.now()))
    if (serverNow() - state.current.listedAt > LIST_MS) {
      const list = await reach(() => call('nightList'), LOAD_MS)
      if (list) {
        state.current.listedAt = list.now
        state.current.offset = list.now - Date.now()
        setClockError(-state.current.offset)
        setNight(await storeList(list))
      }
    }
    const own = await readOwn()
    const sent = own.unsent.filter(one => one.personId === personId).slice(0, BATCH)
    const stored = await readNight(Date.now())
    const body = { device, store, known: stored?.used.length ?? 0, handOvers: sent.map(handOverOf) }
    const answer = await reach(() => call('syncHandOvers', { body }), LOAD_MS)
    if (answer) {
      for (const one of sent) await settle(one, true)
      setNews(answer)
      if (stored && answer.used) {
        const next = { ...stored, used: answer.used }
        await writeNight(next)
        setNight(next)
      }
    }
    setUnsent((await readOwn()).unsent.length)
  }, [device, store, personId, reach, serverNow])

  useSync(sync)

  const check = async (code: string): Promise<Checked> => {
    if (isReached()) {
      const answer = await reach(() => call('checkCode', { body: { code } }))
      if (answer) return answer
    }
    const { taken } = await readOwn()
    return checkOffline(code, serverNow(), { night: await readNight(Date.now()), taken, device })
  }

  const handOver: Door['handOver'] = async (code, rewardType, guardianSeen) => {
    const at = serverNow()
    const one: Unsent = { key: crypto.randomUUID(), code, rewardType, at, personId, prefix: prefixOf(code) }
    const isListed = await isOnList(code, one, { device, now: at })
    if (!(await claim(one))) return { result: 'used', at: (await takenAt(one)) ?? at, device }
    setUnsent(count => count + 1)
    const { personId: _, prefix: __, at: ___, ...asked } = one
    const answer = isReached()
      ? await reach(() => call('handOver', { body: { ...asked, device, store, guardianSeen } }))
      : null
    if (answer) {
      await settle(one, answer.result === 'done')
      void sync()
      return answer
    }
    if (isListed && !hasEnded()) return { result: 'stored', at }
    await settle(one, false)
    setUnsent(count => count - 1)
    return { result: 'no-answer' }
  }

  return { isOnline, night, news, unsent, clockError, check, handOver }
}

/** Makes calls, and knows whether the server answered the last one. `ended` is called if the access has ended. */
function useReach(ended: () => void) {
  const client = useQueryClient()
  const [isOnline, setOnline] = useState(true)
  // Also read between two renders.
  const reached = useRef(true)
  const onEnd = useRef(ended)
  onEnd.current = ended
  const isReached = useCallback(() => reached.current, [])
  const isEnd = useRef(false)
  const hasEnded = useCallback(() => isEnd.current, [])
  const reach = useCallback(
    async <T>(work: () => Promise<T>, ms = ANSWER_MS): Promise<T | null> => {
      const answer = await withinTime(work(), ms).catch(async (error: unknown) => {
        if (!(error instanceof CallError)) throw error
        if (error.code !== 'SIGNED_OUT' && error.code !== 'FORBIDDEN') return null
        isEnd.current = true
        await forgetNight()
        onEnd.current()
        void signedOut(client, new CallError('SIGNED_OUT'))
        return null
      })
      reached.current = answer !== null
      setOnline(reached.current)
      return answer
    },
    [client],
  )
  return { isOnline, reach, isReached, hasEnded }
}

const handOverOf = ({ personId: _, prefix: __, ...one }: Unsent) => one

const takenAt = async ({ prefix, rewardType }: Unsent) => (await readOwn()).taken[`${prefix} ${rewardType}`]

async function isOnList(code: string, { rewardType }: Unsent, at: { device: string; now: number }) {
  const { taken } = await readOwn()
  const checked = await checkOffline(code, at.now, {
    night: await readNight(Date.now()),
    taken,
    device: at.device,
  })
  return (
    checked.result === 'person' &&
    checked.items.some(item => item.rewardType === rewardType && item.state.kind === 'ready')
  )
}

/** Replaces the stored list, or deletes it if the server has none. */
async function storeList(list: NightList): Promise<StoredNight | null> {
  const clockOffset = list.now - Date.now()
  if (list.keepUntil === null) {
    await forgetNight()
    return null
  }
  const used = (await readNight(Date.now()))?.used ?? []
  const night = { list, used, clockOffset }
  await writeNight(night)
  return night
}

const withinTime = <T>(work: Promise<T>, ms: number): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new CallError('OFFLINE')), ms)
    }),
  ])

/** Runs `sync` now, every `SYNC_MS` while the page is visible, and at once when the network returns. */
function useSync(sync: () => Promise<void>): void {
  useEffect(() => {
    let running: Promise<void> | null = null
    const run = () => {
      if (document.hidden || running) return
      running = sync().finally(() => {
        running = null
      })
    }
    run()
    const timer = setInterval(run, SYNC_MS)
    const events = ['online', 'visibilitychange'] as const
    addEventListener(events[0], run)
    document.addEventListener(events[1], run)
    return () => {
      clearInterval(timer)
      removeEventListener(events[0], run)
      document.removeEventListener(events[1], run)
    }
  }, [sync])
}
