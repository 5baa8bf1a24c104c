import { useRef } from 'react'
import type { PageEvent, QueueEvent } from '../../page-events.ts'
import { originFor } from '../state/origins.ts'
import type { Emulator } from '../state/use-emulator.ts'
import { keepRuleOf } from './keep-rule.ts'
import { useFrame } from './use-frame.ts'
import { useLayers } from './use-layers.ts'

/** The clock to use until the scenario has loaded. */
export const REAL_TIME = { frozenAt: null, advanceMs: 0, skewMs: 0 }

export function useMainPhone(emulator: Emulator, onKey: (event: KeyboardEvent) => void) {
  const { scenario } = emulator
  const environment = scenario?.environment.kind ?? 'liff'
  const offline = scenario?.network.kind === 'offline'
  const origin = originFor(environment, scenario?.user ?? '')
  const goOfflineWhenReady = useRef(false)
  const addPageEvent = (event: PageEvent, queue?: QueueEvent) =>
    emulator.addPageEvent(scenario?.user, event, queue)
  const frame = useFrame({
    liffId: scenario?.apps[0]?.liffId,
    origin,
    inClient: environment !== 'external',
    keep: keepRuleOf(emulator, scenario?.user),
    offline,
    onPageEvent: (event, queue) => {
      addPageEvent(event, queue)
      if (event.type !== 'ready' || !goOfflineWhenReady.current) return
      goOfflineWhenReady.current = false
      void emulator.patch({ network: { kind: 'offline' } })
    },
    onKey,
  })
  const layers = useLayers(frame.ref, frame.openCount, addPageEvent)

  const openThenGoOffline = async () => {
    goOfflineWhenReady.current = await emulator.patch({ network: { kind: 'online' } })
    frame.open()
  }
  const isOpenInLine = frame.screen === 'app' && environment !== 'external'
  const kill = isOpenInLine ? () => void emulator.killLine() : undefined
  return { environment, offline, origin, frame, layers, kill, openThenGoOffline }
}

export type MainPhone = ReturnType<typeof useMainPhone>
