import { useRef } from 'react'
import type { PageEvent, QueueEvent } from '../../page-events.ts'
import { originFor } from '../state/origins.ts'
import type { Emulator } from '../state/use-emulator.ts'
import { keepRuleOf } from './keep-rule.ts'
import { useFrame } from './use-frame.ts'
import { useLayers } from './use-layers.ts'

/** The clock to use until the scenario has loaded. */
export const REAL_TIME = { frozenAt: null, advanceMs: 0, skewMs: 0 }

type OnKey = (event: KeyboardEvent) => void

/** A user's phone. `onReady` is called when the app's page is ready. */
export function usePhone(emulator: Emulator, userId: string | undefined, onKey: OnKey, onReady = () => {}) {
  const { scenario } = emulator
  const environment = scenario?.environment.kind ?? 'liff'
  const offline = scenario?.network.kind === 'offline'
  const origin = originFor(environment, userId ?? '')
  const addPageEvent = (event: PageEvent, queue?: QueueEvent) => emulator.addPageEvent(userId, event, queue)
  const frame = useFrame({
    liffId: scenario?.apps[0]?.liffId,
    origin,
    inClient: environment !== 'external',
    keep: keepRuleOf(emulator, userId),
    offline,
    onPageEvent: (event, queue) => {
      addPageEvent(event, queue)
      if (event.type === 'ready') onReady()
    },
    onKey,
  })
  const layers = useLayers(frame.ref, frame.openCount, addPageEvent)
  return { environment, offline, origin, frame, layers }
}

export type UserPhone = ReturnType<typeof usePhone>

export function useMainPhone(emulator: Emulator, onKey: OnKey) {
  const goOfflineWhenReady = useRef(false)
  const phone = usePhone(emulator, emulator.scenario?.user, onKey, () => {
    if (!goOfflineWhenReady.current) return
    goOfflineWhenReady.current = false
    void emulator.patch({ network: { kind: 'offline' } })
  })
  const { frame, environment } = phone
  const openThenGoOffline = async () => {
    goOfflineWhenReady.current = await emulator.patch({ network: { kind: 'online' } })
    frame.open()
  }
  const isOpenInLine = frame.screen === 'app' && environment !== 'external'
  const kill = isOpenInLine ? () => void emulator.killLine() : undefined
  return { ...phone, kill, openThenGoOffline }
}

export type MainPhone = ReturnType<typeof useMainPhone>
