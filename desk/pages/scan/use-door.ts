import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CheckedCode, HandedOver, NightList, StaffItem } from '#contract/desk/staff.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import type { RewardType } from '#contract/schema/reward.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { CallError, call } from '../../api/call.ts'
import { signedOut } from '../../api/use-desk.ts'
import { withinTime } from '../../api/within-time.ts'
import { type Checked, checkOffline, prefixOf } from './check-offline.ts'
import {
  claim,
  type DeviceSettings,
  forgetNight,
  keepUnsent,
  ownKey,
  readNight,
  readOwn,
  type StoredNight,
  settle,
  type Unsent,
  unansweredOf,
  writeNight,
} from './night-store.ts'
import { BATCH, handOverOf, LOAD_MS } from './send-unsent.ts'

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
  /** Hand-overs that the server has not confirmed, of everyone who has used this device. */
  readonly unsent: readonly Unsent[]
  /** The device's clock minus the server's, in milliseconds; null until the server has answered once. */
  readonly clockError: number | null
  check(code: string): Promise<Checked>
  handOver(code: string, rewardType: RewardType, guardianSeen: boolean): Promise<Done>
}

const SYNC_MS = 15_000
const LIST_MS = 5 * 60_000
/** If an answer takes longer, the device works as without a network, so that the queue keeps moving. */
const ANSWER_MS = 4000

/** Checks codes and hands over: asks the server, or uses the stored list while the server cannot be reached. */
export function useDoor(personId: string, settings: DeviceSettings): Door {
  const { device, store } = settings
  const [night, setNight] = useState<StoredNight | null>(null)
  const [news, setNews] = useState<News | null>(null)
  const [unsent, setUnsent] = useState<readonly Unsent[]>([])
  const [clockError, setClockError] = useState<number | null>(null)
  const state = useRef({ listedAt: 0, offset: 0 })
  const { isOnline, reach, isReached, hasEnded } = useReach(() => setNight(null))

  const serverNow = useCallback(() => Date.now() + state.current.offset, [])

  const setOffset = useCallback((offset: number) => {
    state.current.offset = offset
    setClockError(-offset)
  }, [])

  const sync = useCallback(async () => {
    const known = await readNight(Date.now())
    setNight(known)
    // The page may have been reopened without a network.
    if (known && state.current.listedAt === 0) setOffset(known.clockOffset)
    if (serverNow() - state.current.listedAt > LIST_MS) {
      const list = await reach(() => call('nightList'), LOAD_MS)
      if (list) {
        state.current.listedAt = list.now
        setOffset(list.now - Date.now())
        setNight(await storeList(list))
      }
    }
    const own = await readOwn()
    const sent = own.unsent
      .filter(one => one.personId === personId && isDue(one, serverNow()))
      .slice(0, BATCH)
    const stored = await readNight(Date.now())
    const body = { device, store, known: stored?.used.length ?? 0, handOvers: sent.map(handOverOf) }
    const answer = await reach(() => call('syncHandOvers', { body }), LOAD_MS)
    if (answer) {
      for (const one of sent) await settle(one, 'taken')
      setNews(answer)
      if (stored && answer.used) {
        const next = { ...stored, used: answer.used }
        await writeNight(next)
        setNight(next)
      }
    }
    setUnsent((await readOwn()).unsent)
  }, [device, store, personId, reach, serverNow, setOffset])

  useSync(sync)

  const check = async (code: string): Promise<Checked> => {
    if (isReached()) {
      const answer = await reach(() => call('checkCode', { body: { code } }))
      if (answer) return withRetry(answer, device, await unansweredOf(personId))
    }
    const { taken } = await readOwn()
    return checkOffline(code, serverNow(), { night: await readNight(Date.now()), taken, device })
  }

  const handOver: Door['handOver'] = async (code, rewardType, guardianSeen) => {
    const [at, prefix] = [serverNow(), prefixOf(code)]
    const name = ownKey(prefix, rewardType)
    const key = (await unansweredOf(personId)).get(name) ?? crypto.randomUUID()
    const one: Unsent = { key, code, rewardType, at, personId, prefix, isAsked: true }
    const isListed = await isOnList(code, one, { device, now: at })
    if (!(await claim(one))) return { result: 'used', at: (await takenAt(one)) ?? at, device }
    setUnsent((await readOwn()).unsent)
    const asked = { key, code, rewardType, device, store, guardianSeen }
    const answer = isReached() ? await reach(() => call('handOver', { body: asked })) : null
    if (answer) {
      await settle(one, answer.result === 'done' ? 'taken' : 'kept')
      void sync()
      return answer
    }
    const isStored = isListed && !hasEnded()
    await (isStored ? keepUnsent(key) : settle(one, 'unanswered'))
    setUnsent((await readOwn()).unsent)
    return isStored ? { result: 'stored', at } : { result: 'no-answer' }
  }

  return { isOnline, night, news, unsent, clockError, check, handOver }
}

/**
 * The server may have received a hand-over whose answer was lost. The staff member has been told not to hand it over
 * yet, so it can still be done.
 */
function withRetry(
  checked: CheckedCode,
  device: string,
  unanswered: ReadonlyMap<string, string>,
): CheckedCode {
  if (checked.result === 'no') return checked
  const prefix = prefixOf(checked.code)
  const isOpen = ({ rewardType, state }: StaffItem) =>
    state.kind === 'used' && state.device === device && unanswered.has(ownKey(prefix, rewardType))
  const ready = { kind: 'ready', needsGuardian: false } as const
  return { ...checked, items: checked.items.map(item => (isOpen(item) ? { ...item, state: ready } : item)) }
}

/** False while the page may still wait for the answer to this hand-over. */
const isDue = ({ isAsked, at }: Unsent, now: number): boolean =>
  isAsked !== true || Math.abs(now - at) > MINUTE_MS

/** Makes calls, and knows whether the server answered the last one. Calls `ended` if the person's access has ended. */
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
      let isAnswered = true
      const answer = await withinTime(work(), ms).catch(async (error: unknown) => {
        if (!(error instanceof CallError)) throw error
        // For example, someone scanned another kind of code that is too long for the server.
        isAnswered = error.code === 'VALIDATION'
        if (error.code !== 'SIGNED_OUT' && error.code !== 'FORBIDDEN') return null
        isEnd.current = true
        await forgetNight()
        onEnd.current()
        void signedOut(client, new CallError('SIGNED_OUT'))
        return null
      })
      reached.current = isAnswered
      setOnline(reached.current)
      return answer
    },
    [client],
  )
  return { isOnline, reach, isReached, hasEnded }
}

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

/** Runs `sync` now, every `SYNC_MS` while the page is visible, and at once when the network returns. */
function useSync(sync: () => Promise<void>): void {
  useEffect(() => {
    let running: Promise<void> | null = null
    const run = () => {
      // The page may be in the background for days, and must not keep the list.
      if (document.hidden) return void readNight(Date.now())
      if (running) return
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
